import type { Group } from "../../api/hostConfigApi";
import { configurationDigest } from "../configuration/digest";
import { knownConfiguration } from "../configuration/savePlan";
import { resolveDeployOptions } from "../deployment/deployOptions";
import { triggersChanged } from "../deployment/triggersChanged";
import type { DeploymentLedger } from "../deployment/ledger";
import type { LifecycleContext } from "../lifecycleContext";
import { PartialFailure } from "../properties/partialFailure";
import { reconcile, type ConfigurationHolder, type Reached, type Wish } from "../reconcile";
import type { GroupInputs } from "./groupInputs";
import { groupOutputsOf, recordOutputs, type GroupState } from "./groupOutputs";

/**
 * Brings a group to what the inputs ask for, and deploys its `deployHosts` after a save.
 *
 * @param state the group as the state knows it
 * @param takeOver whether this is the first time that the resource manages it
 * @throws PartialFailure where the configuration was saved and a deployment did not end in `published`
 */
export async function applyGroup(
  context: LifecycleContext,
  state: GroupState,
  inputs: GroupInputs,
  takeOver: boolean,
): Promise<GroupState> {
  const wish = wishFor(context, state, inputs, takeOver);
  const reached = await reconcile(context, groupHolder(context, inputs.groupId), wish);
  const next = reachedState(context, state, inputs, wish, reached);
  if (reached.errors.length > 0)
    throw new PartialFailure(String(inputs.groupId), groupOutputsOf(next), reached.errors);
  return next;
}

/** The group's record. `GET` and `POST /api/v1/groups/{id}` */
export function groupHolder(context: LifecycleContext, groupId: number): ConfigurationHolder<Group> {
  const { api, signal } = context;
  return {
    read: () => api.getGroup(groupId, { signal }),
    save: (json) => api.saveGroup(groupId, json, { signal }),
  };
}

function wishFor(context: LifecycleContext, state: GroupState, inputs: GroupInputs, takeOver: boolean): Wish {
  const { memory } = state;
  const { deploy } = inputs;
  const digest = configurationDigest(memory.key, inputs.json);
  return {
    json: inputs.json,
    ownership: inputs.ownership ?? "whole",
    known: takeOver ? undefined : knownConfiguration(state),
    saveAnyway: false,
    deployAfterSave: takeOver ? (deploy?.onCreate ?? true) : (deploy?.onUpdate ?? true),
    deployUnpublished: !takeOver && (deploy?.onUpdate ?? true),
    triggered: !takeOver && triggersChanged(state.inputs.deploy, deploy),
    digest,
    options: resolveDeployOptions(deploy, {
      wait: context.waitByDefault,
      timeoutSeconds: context.timeoutSeconds,
    }),
    targets: targetHosts(inputs).map((id) => ({
      target: { id, label: groupHostLabel(inputs, id) },
      ledger: memory.deployments[id] ?? undeployed(digest),
    })),
  };
}

/** `Host 12 (group 3)` */
export function groupHostLabel(inputs: GroupInputs, hostId: number): string {
  return `Host ${hostId} (group ${inputs.groupId})`;
}

/** The hosts to deploy, each once. */
export function targetHosts(inputs: GroupInputs): number[] {
  return [...new Set(inputs.deployHosts ?? [])];
}

/** A host that was not deployed for this group yet is deployed with the next save, not for being named. */
function undeployed(digest: string): DeploymentLedger {
  return { waived: digest };
}

function reachedState(
  context: LifecycleContext,
  state: GroupState,
  inputs: GroupInputs,
  wish: Wish,
  reached: Reached<Group>,
): GroupState {
  const { plan, deployments: reports } = reached;
  const { memory } = state;
  const ledgers = wish.targets.map(({ target, ledger }) => [
    target.id,
    reports.get(target.id)?.ledger ?? ledger,
  ]);
  const summaries = wish.targets.flatMap(({ target: { id } }) => {
    const summary = reports.get(id)?.summary ?? state.deployments[id];
    return summary === undefined ? [] : [[id, summary]];
  });
  return {
    ...state,
    ...recordOutputs(reached.holder),
    clientId: reached.holder.clientId ?? state.clientId,
    inputs,
    savedJson: plan.saved,
    fingerprint: plan.changed ? context.randomHex(12) : state.fingerprint,
    deployments: Object.fromEntries(summaries) as GroupState["deployments"],
    memory: {
      ...memory,
      previous: memory.previous ?? reached.heldBefore,
      fresh: plan.fresh,
      observed: reached.observed,
      deployments: Object.fromEntries(ledgers) as GroupState["memory"]["deployments"],
    },
  };
}
