import type { LifecycleContext } from "../context";
import type { Group, ReadRecord } from "../../api/hostConfigApi";
import { sameMeaning } from "../../config/compare";
import { driftOf, observeConfiguration } from "../../config/drift";
import { withoutNulls } from "../../config/imported";
import { withoutUndefined, type Properties } from "../../config/values";
import { owedNotice, tell } from "../../deploy/context";
import { readDeployStatus } from "../../deploy/deploymentRun";
import { ledgerAfterDrift, deploymentSummary, ledgerAfterLook } from "../../deploy/record";
import { orGone, identityChanges, identityDrift, sameRecord } from "../identity";
import { recordId, groupsNamed } from "../lookup";
import type { ReadResult } from "../results";
import { heldConfiguration } from "../saveConfiguration";
import { seenBy } from "../saveGuard";
import { stateVersion } from "../state";
import { forgetHost, groupHostLabel, targetHosts, confirmGroupGone, groupLabel } from "./applyGroup";
import { groupOutputsOf, groupStateOf, recordOutputs, type GroupState } from "./group";

/**
 * Reads a group. `GET /api/v1/groups/{id}` and `GET /api/v1/hosts/{id}/deploy` of its `deployHosts`
 *
 * @param id the group's id; for an import also `client/name`
 * @param olds the outputs in the state; `undefined` for an import
 * @returns `undefined` where the group is gone
 */
export async function readGroup(
  context: LifecycleContext,
  id: string,
  olds: Properties | undefined,
): Promise<ReadResult | undefined> {
  return context.api.groupReads.during((read) => readWith(read, context, id, olds));
}

async function readWith(
  read: ReadRecord<Group>,
  context: LifecycleContext,
  id: string,
  olds: Properties | undefined,
): Promise<ReadResult | undefined> {
  const old = olds === undefined ? undefined : groupStateOf(olds);
  const groupId = await recordId(context, "group", id, groupsNamed);
  const group = await orGone(read(groupId, { ...context, clientId: old?.clientId }));
  if (group === undefined) {
    if (old === undefined) return undefined;
    await confirmGroupGone(context, old);
    context.progress.warn(`${groupLabel(old)} is not on the platform any more and leaves the state.`);
    return undefined;
  }
  if (old !== undefined) {
    sameRecord(context, groupLabel(old), old, group);
    for (const change of identityChanges(groupLabel(old), old, group)) context.progress.warn(change);
  }
  const before = old ?? importedState(context, group);
  const observed = observeConfiguration(context, before, heldConfiguration(group));
  const drifted = !sameMeaning(before.inputs.json, observed.inputs.json);
  if (old !== undefined && observed.fingerprint !== old.fingerprint)
    context.managed.refreshed(observed.fingerprint, seenBy(context.managed, old));
  const state = await withLatestDeployments(context, drifted, {
    ...observed,
    ...recordOutputs(group),
    // A list tells the client where a single group may not: what was left out before stays left out.
    clientId: before.clientId === undefined ? undefined : (group.clientId ?? before.clientId),
  });
  if (state.memory.lostSave !== undefined)
    context.progress.unpublished?.({ label: groupLabel(state), unknown: "save" });
  return {
    id: String(group.id),
    inputs: withoutUndefined(state.inputs),
    outputs: groupOutputsOf(state),
    drift: [...driftOf(state), ...(old === undefined ? [] : identityDrift(old, group))],
  };
}

async function withLatestDeployments(
  context: LifecycleContext,
  drifted: boolean,
  state: GroupState,
): Promise<GroupState> {
  const deployments: GroupState["deployments"] = {};
  const ledgers = { ...state.memory.deployments };
  await Promise.all(
    targetHosts(state.inputs).map(async (hostId) => {
      const status = await readDeployStatus(context, hostId);
      // The status of a host that is gone is that of one that was never deployed.
      if (status === undefined) await warnIfGone(context, state.inputs, hostId);
      const summary = deploymentSummary(status);
      if (summary !== undefined) deployments[hostId] = summary;
      const seen = ledgerAfterLook(ledgers[hostId] ?? {}, status);
      const ledger = drifted ? ledgerAfterDrift(seen) : seen;
      if (ledgers[hostId] !== undefined) ledgers[hostId] = ledger;
      if (ledger.owed !== true) return;
      const label = groupHostLabel(state.inputs, hostId);
      tell(context.progress, owedNotice(label, ledger, summary));
      context.managed.warnedUnpublished(label);
    }),
  );
  return { ...state, deployments, memory: { ...state.memory, deployments: ledgers } };
}

/** Says which of `deployHosts` the service does not have: nothing else would, until an update cannot deploy it. */
async function warnIfGone(
  context: LifecycleContext,
  inputs: GroupState["inputs"],
  hostId: number,
): Promise<void> {
  if ((await orGone(context.api.getHost(hostId, context))) !== undefined) return;
  context.progress.warn(
    `${groupHostLabel(inputs, hostId)}: ${context.api.baseUrl} has no such host, or does not show it to this token. ${forgetHost}`,
  );
}

/** A group that comes under management as it is: everything in it is declared. */
function importedState(context: LifecycleContext, group: Group): GroupState {
  const held = heldConfiguration(group);
  return {
    inputs: { groupId: group.id, json: withoutNulls(held) },
    ...recordOutputs(group),
    savedJson: held,
    fingerprint: context.randomHex(12),
    deployments: {},
    memory: {
      version: stateVersion,
      key: context.randomHex(16),
      previous: held,
      fresh: [],
      observed: false,
      unsavedImport: true,
      deployments: {},
    },
  };
}
