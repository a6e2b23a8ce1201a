import type { LifecycleContext } from "../context";
import { PartialFailure } from "../results";

import type { Host } from "../../api/hostConfigApi";
import { configurationDigest, sameMeaning } from "../../config/compare";
import { importedDeclaration } from "../../config/imported";
import { knownConfiguration } from "../../config/savePlan";
import type { Property } from "../../config/values";

import { deployOptionsIn, triggersChanged } from "../../deploy/options";
import {
  ledgerAfterDrift,
  type DeploymentLedger,
  isDeploymentDue,
  withDigestRenamed,
} from "../../deploy/record";
import { identityChanges, sameOwner, sameRecord, shortName, confirmGone } from "../identity";
import { ledgerOfLostSave, rememberLostSave } from "../lostSave";
import { reconcile, type Reached, type Wish } from "../reconcile";
import { type ConfigurationHolder, UncertainSaveError } from "../saveConfiguration";
import { becomesWhole, guardOf } from "../saveGuard";

import { withSecrets } from "../withoutSecrets";
import { type HostInputs, recordOutputs, type HostState, hostOutputsOf } from "./host";

/** `Host 12 (web1)`; the id alone before the host was read. */
export function hostLabel(host: { hostId: number; name: string }): string {
  return host.name === "" ? `Host ${host.hostId}` : `Host ${host.hostId} (${shortName(host.name)})`;
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
  let reached: Reached<Host>;
  try {
    reached = await reconcile(context, hostHolder(context, state, inputs.jsonAdmin), wish);
  } catch (error) {
    if (!(error instanceof UncertainSaveError)) throw error;
    const uncertain = error as UncertainSaveError<Host>;
    throw hostFailure(context, uncertainState(state, inputs, wish, uncertain), [error]);
  }
  const next = reachedState(context, state, inputs, wish, reached);
  if (reached.errors.length > 0) throw hostFailure(context, next, reached.errors);
  return next;
}

/** The host's record. `GET` and `POST /api/v1/hosts/{id}`; a save writes `jsonAdmin` too, where there is one. */
export function hostHolder(
  context: LifecycleContext,
  state: HostState,
  jsonAdmin: HostInputs["jsonAdmin"],
): ConfigurationHolder<Host> {
  const { api } = context;
  const { hostId } = state;
  const label = hostLabel(state);
  const told = new Set<string>();
  return {
    record: `host ${hostId}`,
    labelOf: ({ name }) => hostLabel({ hostId, name }),
    read: async () => {
      const host = sameRecord(context, label, state, await api.getHost(hostId, context));
      sameOwner(label, state, state.memory.given, host);
      for (const change of identityChanges(label, state, host)) {
        if (!told.has(change)) context.progress.warn(change);
        told.add(change);
      }
      return host;
    },
    save: (json) => api.saveHost(hostId, { json, jsonAdmin }, context),
  };
}

function wishFor(context: LifecycleContext, state: HostState, inputs: HostInputs, takeOver: boolean): Wish {
  const { memory } = state;
  const { deploy } = inputs;
  return {
    json: inputs.json,
    ownership: inputs.ownership ?? "whole",
    known: takeOver ? undefined : knownConfiguration(state),
    lost: memory.lostSave,
    guard: guardOf(context, takeOver ? { ...state, inputs: {} } : state, inputs),
    seenAt: state.updatedAt,
    saveAnyway: inputs.jsonAdmin !== undefined && (takeOver || adminChanged(state, inputs)),
    readBack: takeOver ? "always" : "whereNew",
    deployAfterSave: takeOver ? (deploy?.onCreate ?? true) : (deploy?.onUpdate ?? true),
    deployUnpublished: !takeOver && (deploy?.onUpdate ?? true),
    triggered: !takeOver && triggersChanged(state.inputs.deploy, deploy),
    digest: configurationDigest(memory.key, inputs.json, inputs.jsonAdmin),
    options: deployOptionsIn(context, deploy),
    targets: [{ target: { id: state.hostId, label: hostLabel(state) }, ledger: ledgerFor(state, inputs) }],
  };
}

/** With whole ownership the keys of others count too, and nobody knows whether those are published. */
function ledgerFor(state: HostState, inputs: HostInputs): DeploymentLedger {
  const { deployment } = state.memory;
  return becomesWhole(state.inputs, inputs) ? ledgerAfterDrift(deployment) : deployment;
}

/** Whether the admin-level configuration differs from what was last written; the service never returns it. */
function adminChanged(state: HostState, inputs: HostInputs): boolean {
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
  const notDeployed = wish.known === undefined ? { waived: wish.digest } : ledgerFor(state, inputs);
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
      previous: previousOf(state, inputs, reached),
      fresh: plan.fresh,
      removed: plan.removed,
      observed: reached.observed,
      unsavedImport: undefined,
      lostSave: undefined,
      beforeDrift: undefined,
      deployment: report?.ledger ?? notDeployed,
    },
  };
}

/**
 * After a save that was perhaps carried out. What the program declared is left out of the state, so that the next update
 * looks, and saves where that is needed; and nobody knows what is published.
 */
function uncertainState(
  state: HostState,
  inputs: HostInputs,
  wish: Wish,
  { holder, heldBefore }: UncertainSaveError<Host>,
): HostState {
  const { memory } = state;
  const takeOver = wish.known === undefined;
  const remembered = {
    ...memory,
    previous: previousOf(state, inputs, { heldBefore }),
    lostSave: rememberLostSave(wish, heldBefore),
    beforeDrift: undefined,
    deployment: ledgerOfLostSave(wish, memory.deployment),
  };
  const kept = takeOver ? inputs : { ...state.inputs, deploy: inputs.deploy };
  const jsonAdmin = takeOver || adminChanged(state, inputs) ? undefined : state.inputs.jsonAdmin;
  return {
    ...state,
    ...recordOutputs(holder),
    inputs: { ...kept, json: undefined, jsonAdmin },
    savedJson: takeOver ? heldBefore : state.savedJson,
    memory: remembered,
  };
}

/** What `onDestroy: "restore"` gives back: what was there before this resource first saved. */
function previousOf(state: HostState, inputs: HostInputs, reached: { heldBefore: HostState["savedJson"] }) {
  const { previous, origin } = state.memory;
  if (previous !== undefined || inputs.json === undefined || origin === "created") return previous;
  return reached.heldBefore;
}

/** Those of the inputs that are also outputs, for `read` to tell what the program gave. */
export function givenIdentity(inputs: HostInputs): HostState["memory"]["given"] {
  const { hostId, name, clientId, active } = inputs;
  return { hostId, name, clientId, active };
}

/**
 * The state once the program gives `json` or `jsonAdmin` no more. What is not managed stays as it is on the host, and
 * is no reason for a deployment.
 */
export function withoutUnmanaged(
  state: HostState,
  inputs: { json?: unknown; jsonAdmin?: unknown },
): HostState {
  const { key, deployment } = state.memory;
  const json = inputs.json === undefined ? undefined : state.inputs.json;
  const jsonAdmin = inputs.jsonAdmin === undefined ? undefined : state.inputs.jsonAdmin;
  if (json === state.inputs.json && jsonAdmin === state.inputs.jsonAdmin) return state;
  const before = configurationDigest(key, state.inputs.json, state.inputs.jsonAdmin);
  const after = configurationDigest(key, json, jsonAdmin);
  const settled = !isDeploymentDue(deployment, before, true);
  return {
    ...state,
    inputs: { ...state.inputs, json, jsonAdmin },
    memory: {
      ...state.memory,
      deployment: {
        ...deployment,
        waived: settled || json !== state.inputs.json ? after : deployment.waived,
      },
    },
  };
}

/** What an operation on a host throws when it got as far as `state` and no further. */
export function hostFailure(
  context: LifecycleContext,
  state: HostState,
  errors: readonly unknown[],
): PartialFailure {
  return new PartialFailure(String(state.hostId), hostOutputsOf(state), errors, (text) =>
    context.redact(text),
  );
}

/**
 * The context of an operation on a host: what the resource keeps secret stays out of messages.
 *
 * @param inputs the program's, and those of the state: a job's output may still repeat a secret that was just replaced
 */
export function hostContext(context: LifecycleContext, ...inputs: HostInputs[]): LifecycleContext {
  return inputs.reduce(
    (own, { jsonAdmin, yamlAdmin }) => withSecrets(own, { json: jsonAdmin, yaml: yamlAdmin }),
    context,
  );
}

/** Makes sure that a host of which the service says 404 is gone: see `confirmGone`. */
export async function confirmHostGone(
  context: LifecycleContext,
  { hostId: id, name, clientId }: HostState,
): Promise<void> {
  const label = hostLabel({ hostId: id, name });
  await confirmGone(context, { kind: "host", id, label, name, clientId });
}

/** The state of a host, where it was imported, with what counts as declared beside the new inputs. */
export function importedHost(state: HostState, news: { json?: Property; ownership?: Property }): HostState {
  const { inputs, memory } = state;
  const json = importedDeclaration(state, news);
  if (json === inputs.json) return state;
  const before = configurationDigest(memory.key, inputs.json, inputs.jsonAdmin);
  const after = configurationDigest(memory.key, json, inputs.jsonAdmin);
  const deployment = withDigestRenamed(memory.deployment, before, after);
  return { ...state, inputs: { ...inputs, json }, memory: { ...memory, deployment } };
}
