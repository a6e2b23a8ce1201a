import type { Host } from "../../api/hostConfigApi";
import { configurationDigest } from "../configuration/digest";
import { knownConfiguration } from "../configuration/savePlan";
import { sameMeaning } from "../configuration/sameMeaning";
import { resolveDeployOptions } from "../deployment/deployOptions";
import { triggersChanged } from "../deployment/triggersChanged";
import type { LifecycleContext } from "../lifecycleContext";
import { reconcile, type ConfigurationHolder, type Reached, type Wish } from "../reconcile";
import { PartialFailure } from "../properties/partialFailure";
import { withSecrets } from "../redact";
import type { HostInputs } from "./hostInputs";
import { hostOutputsOf, recordOutputs, type HostState } from "./hostOutputs";

/** The context of an operation on a host: what the resource keeps secret stays out of messages. */
export function hostContext(context: LifecycleContext, inputs: HostInputs): LifecycleContext {
  return withSecrets(context, { json: inputs.jsonAdmin, yaml: inputs.yamlAdmin });
}

/** `Host 12 (web1)`; the id alone before the host was read. */
export function hostLabel(host: { hostId: number; name: string }): string {
  return host.name === "" ? `Host ${host.hostId}` : `Host ${host.hostId} (${host.name})`;
}

/**
 * Brings a host that is there to what the inputs ask for.
 *
 * @param state the host as the state knows it
 * @param takeOver whether this is the first time that the resource manages it
 * @throws PartialFailure where the configuration was saved and the deployment did not end in `published`
 */
export async function applyHost(
  context: LifecycleContext,
  state: HostState,
  inputs: HostInputs,
  takeOver: boolean,
): Promise<HostState> {
  const wish = wishFor(context, state, inputs, takeOver);
  const reached = await reconcile(context, hostHolder(context, state.hostId, inputs), wish);
  const next = reachedState(context, state, inputs, wish, reached);
  if (reached.errors.length > 0)
    throw new PartialFailure(String(state.hostId), hostOutputsOf(next), reached.errors);
  return next;
}

function hostHolder(
  context: LifecycleContext,
  hostId: number,
  inputs: HostInputs,
): ConfigurationHolder<Host> {
  const { api, signal } = context;
  return {
    read: () => api.getHost(hostId, { signal }),
    save: (json) => api.saveHost(hostId, { json, jsonAdmin: inputs.jsonAdmin }, { signal }),
  };
}

function wishFor(context: LifecycleContext, state: HostState, inputs: HostInputs, takeOver: boolean): Wish {
  const { memory } = state;
  const { deploy } = inputs;
  const manages = inputs.json !== undefined || inputs.jsonAdmin !== undefined;
  return {
    json: inputs.json,
    ownership: inputs.ownership ?? "whole",
    known: takeOver ? undefined : knownConfiguration(state),
    saveAnyway: inputs.jsonAdmin !== undefined && (takeOver || adminChanged(state, inputs)),
    deployAfterSave: takeOver ? (deploy?.onCreate ?? true) : (deploy?.onUpdate ?? true),
    deployUnpublished: !takeOver && manages && (deploy?.onUpdate ?? true),
    triggered: !takeOver && triggersChanged(state.inputs.deploy, deploy),
    digest: configurationDigest(memory.key, inputs.json, inputs.jsonAdmin),
    options: resolveDeployOptions(deploy, {
      wait: context.waitByDefault,
      timeoutSeconds: context.timeoutSeconds,
    }),
    targets: [{ target: { id: state.hostId, label: hostLabel(state) }, ledger: memory.deployment }],
  };
}

/** Whether the admin-level configuration differs from what was last written; the service never returns it. */
export function adminChanged(state: HostState, inputs: HostInputs): boolean {
  return inputs.jsonAdmin !== undefined && !sameMeaning(state.inputs.jsonAdmin, inputs.jsonAdmin);
}

function reachedState(
  context: LifecycleContext,
  state: HostState,
  inputs: HostInputs,
  wish: Wish,
  reached: Reached<Host>,
): HostState {
  const { plan } = reached;
  const { memory } = state;
  const report = reached.deployments.get(state.hostId);
  const notDeployed = wish.known === undefined ? { waived: wish.digest } : memory.deployment;
  const managed = inputs.json !== undefined;
  const changed = plan.changed || adminChanged(state, inputs);
  return {
    ...state,
    ...recordOutputs(reached.holder),
    inputs,
    savedJson: plan.saved,
    fingerprint: changed ? context.randomHex(12) : state.fingerprint,
    deployment: report?.summary ?? state.deployment,
    memory: {
      ...memory,
      given: givenIdentity(inputs),
      previous: memory.previous ?? (managed && memory.origin === "adopted" ? reached.heldBefore : undefined),
      fresh: plan.fresh,
      observed: reached.observed,
      deployment: report?.ledger ?? notDeployed,
    },
  };
}

/** Those of the inputs that are also outputs, for `read` to tell what the program gave. */
export function givenIdentity(inputs: HostInputs): HostState["memory"]["given"] {
  const { hostId, name, clientId, active } = inputs;
  return { hostId, name, clientId, active };
}
