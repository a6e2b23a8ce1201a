import type { ReadRecord } from "../api/hostConfigApi";
import { sameMeaning } from "../config/compare";
import { type DriftedValue, driftOf, observeConfiguration } from "../config/drift";
import { withoutNulls } from "../config/imported";
import { type Properties, withoutUndefined } from "../config/values";
import { type LifecycleContext } from "./context";
import { unpublishedNotice, reportNotice } from "../deploy/context";
import { readDeployStatus } from "../deploy/deploymentRun";
import { deploymentSummary, recordAfterDrift, recordAfterRead } from "../deploy/record";
import { newState } from "./create";
import {
  fieldsOf,
  recordLabel,
  type ResourceDefinition,
  type ResourceState,
  type ServiceRecord,
} from "./definition";
import { confirmRecordGone, identityChanges, identityDrift, orGone, sameRecord } from "./identity";
import { recordId } from "./lookup";
import { heldConfiguration } from "./save";
import { seenBy } from "./saveGuard";
import type { KnownDeployment } from "./state";

/** What a refresh or an import found. */
export interface ReadResult {
  id: string;
  /** What the program would have had to declare for the service to hold what it holds. */
  inputs: Properties;
  outputs: Properties;
  /** What was changed outside Pulumi since the last `pulumi up`. */
  drift: DriftedValue[];
}

/**
 * Reads a record and the deployments of its hosts. `GET /api/v1/hosts/{id}` or `/api/v1/groups/{id}`, and
 * `GET /api/v1/hosts/{id}/deploy`
 *
 * @param id the record's id; for an import also `client/name`
 * @param before the state; `undefined` for an import
 * @returns `undefined` if the record is gone
 */
export async function readResource(
  definition: ResourceDefinition,
  context: LifecycleContext,
  id: string,
  before: ResourceState | undefined,
): Promise<ReadResult | undefined> {
  return definition.reads(context.api).during(async (read) => {
    const record = await readRecord(definition, context, read, id, before);
    if (record === undefined) return undefined;
    const state = await observedState(definition, context, record, before);
    if (state.memory.lostSave !== undefined)
      context.progress.unpublished?.({ label: recordLabel(state), unknown: "save" });
    return {
      id: String(record.id),
      inputs: withoutUndefined(state.inputs),
      outputs: definition.encode(state),
      drift: [...driftOf(state), ...(before === undefined ? [] : identityDrift(before.record, record))],
    };
  });
}

async function readRecord(
  definition: ResourceDefinition,
  context: LifecycleContext,
  read: ReadRecord<ServiceRecord>,
  id: string,
  before: ResourceState | undefined,
): Promise<ServiceRecord | undefined> {
  const known = await recordId(context, definition.noun, id);
  const record = await orGone(read(known, { ...context, clientId: before?.record.clientId }));
  if (before === undefined) return record;
  const label = recordLabel(before);
  if (record === undefined) {
    await confirmRecordGone(context, before);
    context.progress.warn(`${label} is not on the platform any more and leaves the state.`);
    return undefined;
  }
  sameRecord(context, label, before.record, record);
  for (const change of identityChanges(label, before.record, record)) context.progress.warn(change);
  return record;
}

/** The state with everything that the service shows now. */
async function observedState(
  definition: ResourceDefinition,
  context: LifecycleContext,
  record: ServiceRecord,
  before: ResourceState | undefined,
): Promise<ResourceState> {
  const { managed } = context;
  const known = before ?? importedState(definition, context, record);
  const observed = observeConfiguration(context, known, heldConfiguration(record));
  if (before !== undefined && observed.fingerprint !== before.fingerprint)
    managed.refreshed(observed.fingerprint, seenBy(managed, before));
  const { clientId } = known.record;
  // A list shows the client where a single record may not: what was left out before stays left out.
  const owner = clientId === undefined ? undefined : (record.clientId ?? clientId);
  const state = { ...observed, record: { ...fieldsOf(record), clientId: owner } };
  const drifted = !sameMeaning(known.inputs.json, state.inputs.json);
  return { ...state, deployments: await latestDeployments(context, state, drifted) };
}

async function latestDeployments(
  context: LifecycleContext,
  state: ResourceState,
  drifted: boolean,
): Promise<Map<number, KnownDeployment>> {
  const { ifTargetMissing } = state.definition;
  // Of hosts that are not deployed any more, only the records stay.
  const deployments = new Map<number, KnownDeployment>(
    [...state.deployments].map(([id, { record }]) => [id, { record }]),
  );
  await Promise.all(
    state.definition.targets(state, state.inputs).map(async ({ id, label }) => {
      const status = await readDeployStatus(context, id);
      // The status of a host that is gone is that of one that was never deployed.
      if (status === undefined) await warnIfMissing(context, ifTargetMissing, id, label);
      const summary = deploymentSummary(status);
      const before = deployments.get(id)?.record;
      const seen = before && recordAfterRead(before, status);
      const record = seen && drifted ? recordAfterDrift(seen) : seen;
      deployments.set(id, { summary, record });
      if (record?.owed !== true) return;
      reportNotice(context.progress, unpublishedNotice(label, record, summary));
      context.managed.warnedUnpublished(label);
    }),
  );
  return deployments;
}

/** Warns of a host to deploy that the service does not have: nothing else would, until an update cannot deploy it. */
async function warnIfMissing(
  context: LifecycleContext,
  ifTargetMissing: string | undefined,
  hostId: number,
  label: string,
): Promise<void> {
  const { api, progress } = context;
  if (ifTargetMissing === undefined || (await orGone(api.getHost(hostId, context))) !== undefined) return;
  progress.warn(
    `${label}: ${api.baseUrl} has no such host, or does not show it to this token. ${ifTargetMissing}`,
  );
}

/** A record that comes under management as it is: everything in it is declared, and nothing is due. */
function importedState(
  definition: ResourceDefinition,
  context: LifecycleContext,
  record: ServiceRecord,
): ResourceState {
  const held = heldConfiguration(record);
  const inputs = { ...definition.identity(record.id), json: withoutNulls(held) };
  const state = newState(definition, context, record.id, inputs);
  const memory = { ...state.memory, previous: held, unsavedImport: true };
  return { ...state, record: fieldsOf(record), savedJson: held, memory };
}
