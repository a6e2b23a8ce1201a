import type { Host } from "../../api/hostConfigApi";
import type { ReadRecord } from "../../api/together/readsTogether";
import { driftOf } from "../configuration/beforeDrift";
import { observeConfiguration } from "../configuration/observeConfiguration";
import type { Properties } from "../configuration/unknown";
import { readDeployStatus } from "../deployment/readDeployStatus";
import { deploymentSummary } from "../deployment/deploymentSummary";
import { ledgerAfterLook } from "../deployment/deploymentRun";
import { ledgerAfterDrift } from "../deployment/ledger";
import { configurationDigest } from "../configuration/digest";
import { withoutNulls } from "../configuration/importedNulls";
import { withoutUndefined } from "../configuration/jsonKinds";
import { sameMeaning } from "../configuration/sameMeaning";
import { seenBy } from "../adoption";
import { orGone } from "../confirmGone";
import { heldConfiguration } from "../heldConfiguration";
import type { LifecycleContext } from "../lifecycleContext";
import { recordId } from "../lookup/recordId";
import { hostsNamed } from "../lookup/recordsNamed";
import type { ReadResult } from "../properties/readResult";
import { identityChanges, identityDrift, sameRecord } from "../sameRecord";
import { owedNotice, tell } from "../unpublished";
import { withoutSecrets } from "../withoutSecrets";
import { hostLabel } from "./applyHost";
import { confirmHostGone } from "./confirmHostGone";
import { hostContext } from "./hostContext";
import { hostOutputsOf, hostStateOf, recordOutputs, type HostState } from "./hostOutputs";
import { stateVersion } from "../recordedState";

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
