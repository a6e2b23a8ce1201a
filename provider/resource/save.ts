import { ApiError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { sameMeaning } from "../config/compare";
import { type SavePlan, takeAdditions } from "../config/savePlan";
import type { LifecycleContext } from "./context";
import { nextRun } from "../deploy/errors";
import type { RecordName } from "../deploy/turns";
import { recordLabel, recordName, type ResourceState, type ServiceRecord } from "./definition";
import { identityChanges, sameOwner, sameRecord } from "./identity";

/** How an operation reads and saves its record. */
export interface RecordAccess {
  name: RecordName;
  /** `Host 12 (web1)` */
  labelOf(record: ServiceRecord): string;
  read(): Promise<ServiceRecord>;
  save(json: JsonObject): Promise<void>;
}

/**
 * The access to the record that the state knows. `GET` and `POST /api/v1/hosts/{id}` or `/api/v1/groups/{id}`; a save writes
 * `jsonAdmin` too, if there is one.
 */
export function recordAccess(
  context: LifecycleContext,
  state: ResourceState,
  jsonAdmin: JsonObject | undefined,
): RecordAccess {
  const { api } = context;
  const { definition, id, record: before } = state;
  const label = recordLabel(state);
  const reported = new Set<string>();
  return {
    name: recordName(state),
    labelOf: (record) => recordLabel({ definition, id, record }),
    read: async () => {
      const record = sameRecord(context, label, before, await definition.get(api, id, context));
      sameOwner(label, before, state.memory.given ?? {}, record);
      for (const change of identityChanges(label, before, record)) {
        if (!reported.has(change)) context.progress.warn(change);
        reported.add(change);
      }
      return record;
    },
    save: (json) => definition.save(api, id, { json, jsonAdmin }, context),
  };
}

/** What a save starts from. */
interface SaveStart {
  /** The record as it was read before. */
  record: ServiceRecord;
  /** The configuration in it. */
  held: JsonObject;
  plan: SavePlan;
  /** Whether the record shows that the save was carried out: the admin-level configuration never does. */
  shows: boolean;
  /** The resource is deleted, and its record gets back what was there before. */
  restores?: boolean | undefined;
}

/**
 * Saves. If the answer was lost, a read shows whether the service holds what was sent.
 *
 * @returns the record as that read found it; `undefined` after a save that was answered
 * @throws UncertainSaveError if nobody knows whether the save was carried out
 */
export async function saveConfiguration(
  context: LifecycleContext,
  access: RecordAccess,
  start: SaveStart,
): Promise<ServiceRecord | undefined> {
  context.signal?.throwIfAborted();
  try {
    await access.save(start.plan.send);
    return undefined;
  } catch (error) {
    const uncertain = error instanceof ApiError ? error.mayHaveHappened : context.signal?.aborted === true;
    if (!uncertain) throw error;
    const found = start.shows ? await findSaved(access, start) : undefined;
    if (found === undefined) throw new UncertainSaveError(start, error);
    context.progress.info("The answer to the save was lost; the service holds what was sent.");
    return found;
  }
}

/** The record, if it holds what was sent. One that does not may still come to hold it: a slow service continues. */
async function findSaved(
  access: RecordAccess,
  { held, plan: { saved, fresh } }: SaveStart,
): Promise<ServiceRecord | undefined> {
  try {
    const record = await access.read();
    const { json } = record;
    if (json === undefined || sameMeaning(json, held)) return undefined;
    return sameMeaning(json, takeAdditions(saved, json, fresh)) ? record : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The configuration that a host's or a group's own record carries. A record without one would look like an empty
 * configuration, and a save after it would remove what others keep there.
 */
export function heldConfiguration({ id, json }: { id: number; json: JsonObject | undefined }): JsonObject {
  if (json !== undefined) return json;
  throw new Error(
    `The service's record ${id} carries no "json", so what is configured there is not known, and nothing was changed. Check that hostconfig:baseUrl is the service's base address.`,
  );
}

/** The answer to a save was lost: the service may hold what was sent, or what it held before. */
export class UncertainSaveError extends Error {
  /** The record as it was read before the save. */
  readonly record: ServiceRecord;
  /** The configuration that it held then. */
  readonly heldBefore: JsonObject;

  constructor({ record, held, restores }: SaveStart, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `${reason} Whether the configuration was saved is not known; ${nextRun(restores).next} looks, and carries on from what it finds.`,
      { cause },
    );
    this.name = "UncertainSaveError";
    this.record = record;
    this.heldBefore = held;
  }
}
