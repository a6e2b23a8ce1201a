import { PartialFailure } from "./partialFailure";
import { NotFoundError } from "../api/errors";
import { sameMeaning } from "../config/compare";
import { settled } from "../config/drift";
import { knownConfiguration } from "../config/savePlan";
import { withDeclared } from "../config/ownership";
import { known, type Properties } from "../config/values";
import { type LifecycleContext, settleWarning } from "./context";

import { deployOptionsIn, triggersChanged } from "../deploy/options";
import { recordAfterDrift, type DeploymentRecord } from "../deploy/record";
import {
  digestOf,
  fieldsOf,
  recordLabel,
  recordName,
  type ResourceState,
  type ServiceRecord,
  withRecords,
} from "./definition";
import { changesService, diffResource, withImported, withoutUnmanaged } from "./diff";
import { withGoneHint } from "./identity";
import type { ResourceInputs } from "./inputs";
import { type DesiredState, reconcile, type ReconcileResult } from "./reconcile";
import { heldConfiguration, recordAccess, UncertainSaveError } from "./save";
import { becomesWhole, guardOf } from "./saveGuard";

/**
 * Saves and deploys what changed. `GET` and `POST /api/v1/hosts/{id}` or `/api/v1/groups/{id}`, then
 * `/api/v1/hosts/{id}/deploy`
 */
export async function updateResource(
  context: LifecycleContext,
  before: ResourceState,
  news: Properties,
): Promise<ResourceState> {
  const { definition } = before;
  const inputs = definition.parse(known(news));
  const state = withoutUnmanaged(withImported(before, inputs), inputs);
  const diff = diffResource(before, news);
  const name = recordName(state);
  if (!diff.differences.some(changesService) && !diff.deploymentDue) {
    // What the program declares now is what is there: it has accepted whatever a refresh found.
    const memory = { ...settled(state.memory), given: definition.given(inputs) };
    const same = { ...state, inputs, memory };
    context.managed.add(name, inputs);
    return isUnread(same) ? readCreated(context, same) : same;
  }
  const adopts = state.memory.lostSave?.takeOver ?? false;
  const next = await withGoneHint(recordLabel(state), name, () =>
    context.managed.updating(name, before.inputs, inputs, () => applyInputs(context, state, inputs, adopts)),
  );
  for (const { id, label } of definition.targets(next, inputs)) {
    if (next.deployments.get(id)?.record?.published !== undefined) settleWarning(context, label);
  }
  return next;
}

/**
 * Brings a record that is there to what the inputs ask for.
 *
 * @param state the record as the state knows it
 * @param adopts whether this is the first time that the resource manages it
 * @throws PartialFailure if the configuration was saved and a deployment did not end in `published`
 */
export async function applyInputs(
  context: LifecycleContext,
  state: ResourceState,
  inputs: ResourceInputs,
  adopts: boolean,
): Promise<ResourceState> {
  const desired = desiredState(context, state, inputs, adopts);
  let result: ReconcileResult;
  try {
    result = await reconcile(context, recordAccess(context, state, inputs.jsonAdmin), desired);
  } catch (error) {
    if (!(error instanceof UncertainSaveError)) throw error;
    throw partialFailure(context, uncertainState(state, inputs, desired, error), [error]);
  }
  const next = reachedState(context, state, inputs, desired, result);
  if (result.errors.length > 0) throw partialFailure(context, next, result.errors);
  return next;
}

function desiredState(
  context: LifecycleContext,
  state: ResourceState,
  inputs: ResourceInputs,
  adopts: boolean,
): DesiredState {
  const { memory } = state;
  const { deploy } = inputs;
  // A host that was not deployed for this record yet is deployed with the next save, not for being named.
  const undeployed = { waived: digestOf(state, state.inputs) };
  return {
    json: inputs.json,
    ownership: inputs.ownership ?? "whole",
    known: adopts ? undefined : knownConfiguration(state),
    lost: memory.lostSave,
    guard: guardOf(context, adopts ? { ...state, inputs: {} } : state, inputs),
    seenAt: state.record.updatedAt,
    saveAnyway: inputs.jsonAdmin !== undefined && (adopts || adminChanged(state, inputs)),
    readBack: adopts ? "always" : "whereNew",
    deployAfterSave: adopts ? (deploy?.onCreate ?? true) : (deploy?.onUpdate ?? true),
    deployUnpublished: !adopts && (deploy?.onUpdate ?? true),
    triggered: !adopts && triggersChanged(state.inputs.deploy, deploy),
    digest: digestOf(state, inputs),
    options: deployOptionsIn(context, deploy),
    targets: state.definition.targets(state, inputs).map((target) => {
      const record = state.deployments.get(target.id)?.record ?? undeployed;
      // With whole ownership the keys of others count too, and nobody knows whether those are published.
      return { target, record: becomesWhole(state.inputs, inputs) ? recordAfterDrift(record) : record };
    }),
  };
}

/** Whether the admin-level configuration differs from what was last written; the service never returns it. */
function adminChanged(state: ResourceState, inputs: ResourceInputs): boolean {
  return inputs.jsonAdmin !== undefined && !sameMeaning(state.inputs.jsonAdmin, inputs.jsonAdmin);
}

function reachedState(
  context: LifecycleContext,
  state: ResourceState,
  inputs: ResourceInputs,
  desired: DesiredState,
  { record, heldBefore, plan, observed, deployments: reports }: ReconcileResult,
): ResourceState {
  const adopts = desired.known === undefined;
  const deployments = desired.targets.map(({ target: { id }, record: before }) => {
    const report = reports.get(id);
    const summary = report?.summary ?? state.deployments.get(id)?.summary;
    return [
      id,
      { summary, record: report?.record ?? (adopts ? { waived: desired.digest } : before) },
    ] as const;
  });
  return {
    ...state,
    record: recordFields(state, record),
    inputs,
    savedJson: plan.saved,
    fingerprint: plan.changed || adminChanged(state, inputs) ? context.randomHex(12) : state.fingerprint,
    deployments: new Map(deployments),
    memory: {
      ...settled(state.memory),
      given: state.definition.given(inputs),
      previous: previousOf(state, inputs, heldBefore),
      fresh: plan.fresh,
      removed: plan.removed,
      observed,
      unsavedImport: undefined,
    },
  };
}

/**
 * After a save that was perhaps carried out. What the program declared is left out of the state, so that the next update
 * reads the record, and saves if that is needed; and nobody knows what is published.
 */
function uncertainState(
  state: ResourceState,
  inputs: ResourceInputs,
  desired: DesiredState,
  { record, heldBefore }: UncertainSaveError,
): ResourceState {
  const { known: before, lost } = desired;
  const adopts = before === undefined;
  const targets = desired.targets.map(
    ({ target: { id }, record }) => [id, { ...state.deployments.get(id), record }] as const,
  );
  const deployments = new Map([...(adopts ? [] : state.deployments), ...targets]);
  const next: ResourceState = {
    ...state,
    record: recordFields(state, record),
    inputs: {
      ...(adopts ? inputs : { ...state.inputs, deploy: inputs.deploy }),
      json: undefined,
      jsonAdmin: adopts || adminChanged(state, inputs) ? undefined : state.inputs.jsonAdmin,
    },
    savedJson: adopts ? heldBefore : state.savedJson,
    deployments,
    memory: {
      ...state.memory,
      previous: previousOf(state, inputs, heldBefore),
      lostSave: {
        takeOver: adopts,
        declared: before?.declared,
        attempted: withDeclared(lost?.attempted, desired.json) ?? {},
        before: lost?.before ?? before?.saved ?? heldBefore,
      },
      beforeDrift: undefined,
    },
  };
  return withRecords(next, (before) => recordAfterLostSave(desired, before));
}

function recordAfterLostSave(desired: DesiredState, record: DeploymentRecord): DeploymentRecord {
  if (desired.known === undefined)
    return desired.deployAfterSave ? { owed: true } : { waived: desired.digest };
  return desired.triggered ? { owed: true } : recordAfterDrift(record);
}

/** What `onDestroy: "restore"` gives back: what was there before this resource first saved. */
function previousOf(
  { memory: { previous, origin } }: ResourceState,
  { json }: ResourceInputs,
  heldBefore: ResourceState["savedJson"],
) {
  return previous !== undefined || json === undefined || origin === "created" ? previous : heldBefore;
}

/** The record of a single group may leave its client out. */
function recordFields({ record: before }: ResourceState, record: ServiceRecord): ResourceState["record"] {
  return { ...fieldsOf(record), clientId: record.clientId ?? before.clientId };
}

/** What an operation throws if it got as far as `state` and no further. */
export function partialFailure(
  context: LifecycleContext,
  state: ResourceState,
  errors: readonly unknown[],
): PartialFailure {
  const explained = errors.map((error) => withTargetHint(state, error));
  return new PartialFailure(String(state.id), state.definition.encode(state), explained, (text) =>
    context.redact(text),
  );
}

/** The error for a host that the service does not have says whose list it is in, which is all that there is to fix. */
function withTargetHint(state: ResourceState, error: unknown): unknown {
  const { ifTargetMissing } = state.definition;
  if (ifTargetMissing === undefined || !(error instanceof NotFoundError)) return error;
  const targets = state.definition.targets(state, state.inputs);
  const target = targets.find(({ id }) => error.subject === `host ${id}`);
  if (target === undefined) return error;
  return new Error(
    `${target.label}: ${error.message} The group's configuration is saved. ${ifTargetMissing}`,
    { cause: error },
  );
}

/** What the state says of a host that was created and not read yet: the service may have added anything. */
export const unreadPlaces: string[][] = [[]];

function isUnread({ memory }: ResourceState): boolean {
  return memory.origin === "created" && memory.fresh.some((place) => place.length === 0);
}

/** What the service made of a host that was just created. `GET /api/v1/hosts/{id}` */
export async function readCreated(
  { api, signal }: LifecycleContext,
  state: ResourceState,
): Promise<ResourceState> {
  const record = await state.definition.get(api, state.id, { signal });
  const memory = { ...state.memory, fresh: [], observed: state.inputs.json !== undefined };
  return { ...state, record: fieldsOf(record), savedJson: heldConfiguration(record), memory };
}
