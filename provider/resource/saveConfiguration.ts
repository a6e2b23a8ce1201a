import type { RecordName } from "../deploy/turns";
import type { LifecycleContext } from "./context";
import { ApiError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { sameMeaning } from "../config/compare";
import { type SavePlan, takeAdditions } from "../config/savePlan";

import { nextRun } from "../deploy/errors";

/** What a save starts from. */
interface SaveStart<Holder> {
  /** The record as it was read before. */
  record: Holder;
  /** The configuration in it. */
  held: JsonObject;
  plan: SavePlan;
  /** Whether the record tells whether the save was carried out: the admin-level configuration never does. */
  shows: boolean;
  /** The record is let go of, and gets back what was there before. */
  restores?: boolean | undefined;
}

/**
 * Saves. Where the answer was lost, a look tells whether the service holds what was sent.
 *
 * @returns the record as that look found it; `undefined` after a save that was answered
 * @throws UncertainSaveError where nobody knows whether the save was carried out
 */
export async function saveConfiguration<Holder extends Configured>(
  context: LifecycleContext,
  holder: ConfigurationHolder<Holder>,
  start: SaveStart<Holder>,
): Promise<Holder | undefined> {
  context.signal?.throwIfAborted();
  try {
    await holder.save(start.plan.send);
    return undefined;
  } catch (error) {
    const uncertain = error instanceof ApiError ? error.mayHaveHappened : context.signal?.aborted === true;
    if (!uncertain) throw error;
    const found = start.shows ? await findSaved(holder, start) : undefined;
    if (found === undefined) {
      throw new UncertainSaveError(start.record, start.held, { cause: error, restores: start.restores });
    }
    context.progress.info("The answer to the save was lost; the service holds what was sent.");
    return found;
  }
}

/** The record, where it holds what was sent. One that does not may still come to hold it: a slow service goes on. */
async function findSaved<Holder extends Configured>(
  holder: ConfigurationHolder<Holder>,
  { held, plan: { saved, fresh } }: SaveStart<Holder>,
): Promise<Holder | undefined> {
  try {
    const record = await holder.read();
    const { json } = record;
    if (json === undefined || sameMeaning(json, held)) return undefined;
    return sameMeaning(json, takeAdditions(saved, json, fresh)) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** A record of the service that carries a configuration. */
export interface Configured {
  id: number;
  updatedAt: string | undefined;
  json: JsonObject | undefined;
}

/** How the record of a host or a group is reached. */
export interface ConfigurationHolder<Holder extends Configured> {
  record: RecordName;
  /** `Host 12 (web1)` */
  labelOf(holder: Holder): string;
  read(): Promise<Holder>;
  save(json: JsonObject): Promise<void>;
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
export class UncertainSaveError<Holder> extends Error {
  /** The record as it was read before the save. */
  readonly holder: Holder;
  /** The configuration that it held then. */
  readonly heldBefore: JsonObject;

  constructor(
    holder: Holder,
    heldBefore: JsonObject,
    why: { cause: unknown; restores?: boolean | undefined },
  ) {
    const { cause } = why;
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `${reason} Whether the configuration was saved is not known; ${nextRun(why.restores).next} looks, and carries on from what it finds.`,
      { cause },
    );
    this.name = "UncertainSaveError";
    this.holder = holder;
    this.heldBefore = heldBefore;
  }
}
