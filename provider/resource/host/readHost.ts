import type { LifecycleContext } from "../context";
import type { Host, ReadRecord } from "../../api/hostConfigApi";
import { configurationDigest, sameMeaning } from "../../config/compare";
import { driftOf, observeConfiguration } from "../../config/drift";
import { withoutNulls } from "../../config/imported";
import { type Properties, withoutUndefined } from "../../config/values";
import { owedNotice, tell } from "../../deploy/context";
import { readDeployStatus } from "../../deploy/deploymentRun";
import { deploymentSummary, ledgerAfterDrift, ledgerAfterLook } from "../../deploy/record";
import { orGone, identityChanges, identityDrift, sameRecord } from "../identity";
import { recordId, hostsNamed } from "../lookup";
import type { ReadResult } from "../results";
import { heldConfiguration } from "../saveConfiguration";
import { seenBy } from "../saveGuard";
import { stateVersion } from "../state";
import { withoutSecrets } from "../withoutSecrets";
import { hostLabel, confirmHostGone, hostContext } from "./applyHost";
import { hostOutputsOf, hostStateOf, recordOutputs, type HostState } from "./host";

/**
 * Reads a host. `GET /api/v1/hosts/{id}` and `GET /api/v1/hosts/{id}/deploy`
 *
 * @param id the host's id; for an import also `client/name`
 * @param olds the outputs in the state; `undefined` for an import
 * @returns `undefined` where the host is gone
 */
export async function readHost(
  context: LifecycleContext,
  id: string,
  olds: Properties | undefined,
): Promise<ReadResult | undefined> {
  return context.api.hostReads.during((read) => readWith(read, context, id, olds));
}

async function readWith(
  read: ReadRecord<Host>,
  context: LifecycleContext,
  id: string,
  olds: Properties | undefined,
): Promise<ReadResult | undefined> {
  const before = olds === undefined ? undefined : hostStateOf(olds);
  const own = before === undefined ? context : hostContext(context, before.inputs);
  const hostId = await recordId(own, "host", id, hostsNamed);
  const host = await withoutSecrets(own, () => orGone(read(hostId, { ...own, clientId: before?.clientId })));
  if (host === undefined) {
    if (before === undefined) return undefined;
    await confirmHostGone(own, before);
    own.progress.warn(`${hostLabel(before)} is not on the platform any more and leaves the state.`);
    return undefined;
  }
  if (before !== undefined) {
    sameRecord(own, hostLabel(before), before, host);
    for (const change of identityChanges(hostLabel(before), before, host)) own.progress.warn(change);
  }
  const status = await withoutSecrets(own, () => readDeployStatus(own, hostId));
  const known = before ?? importedState(own, host);
  const state: HostState = {
    ...observeConfiguration(own, known, heldConfiguration(host)),
    ...recordOutputs(host),
    deployment: deploymentSummary(status),
  };
  if (before !== undefined && state.fingerprint !== before.fingerprint)
    own.managed.refreshed(state.fingerprint, seenBy(own.managed, before));
  const seen = ledgerAfterLook(state.memory.deployment, status);
  const deployment = sameMeaning(known.inputs.json, state.inputs.json) ? seen : ledgerAfterDrift(seen);
  if (deployment.owed === true) {
    tell(own.progress, owedNotice(hostLabel(state), deployment, state.deployment));
    own.managed.warnedUnpublished(hostLabel(state));
  }
  if (state.memory.lostSave !== undefined)
    own.progress.unpublished?.({ label: hostLabel(state), unknown: "save" });
  const memory = { ...state.memory, deployment };
  return {
    id: String(host.id),
    inputs: withoutUndefined(state.inputs),
    outputs: hostOutputsOf({ ...state, memory }),
    drift: [...driftOf(state), ...(before === undefined ? [] : identityDrift(before, host))],
  };
}

/** A host that comes under management as it is: everything in it is declared, and nothing is due. */
function importedState(context: LifecycleContext, host: Host): HostState {
  const held = heldConfiguration(host);
  const json = withoutNulls(held);
  const key = context.randomHex(16);
  return {
    inputs: { hostId: host.id, json },
    ...recordOutputs(host),
    savedJson: held,
    fingerprint: context.randomHex(12),
    deployment: undefined,
    memory: {
      version: stateVersion,
      key,
      given: { hostId: host.id },
      origin: "adopted",
      previous: held,
      fresh: [],
      observed: false,
      unsavedImport: true,
      deployment: { waived: configurationDigest(key, json, undefined) },
    },
  };
}
