import { ApiError } from "../api/errors";
import type { JsonObject } from "../api/json";
import type { SavePlan } from "./configuration/savePlan";
import { sameMeaning } from "./configuration/sameMeaning";
import { takeAdditions } from "./configuration/serviceAdditions";
import type { ConfigurationHolder, Configured } from "./configurationHolder";
import type { LifecycleContext } from "./lifecycleContext";
import { UncertainSaveError } from "./uncertainSaveError";

/** What a save starts from. */
export interface SaveStart<Holder> {
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
