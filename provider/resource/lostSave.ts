import { z } from "zod";
import type { JsonObject } from "../api/json";
import { configurationObject } from "../config/configurationValue";
import { withDeclared } from "../config/ownership";
import { isObject, valueAt, type Properties } from "../config/values";
import { ledgerAfterDrift, type DeploymentLedger } from "../deploy/record";
import type { Wish } from "./reconcile";

/**
 * What the state remembers of saves whose answers were lost, until an update has looked. What they left behind is not
 * known, so the state declares nothing: any program differs from it.
 */
export const lostSave = z.object({
  /** Whether the save was to take the record over: the next update does so again. */
  takeOver: z.boolean(),
  /** What was declared before them. */
  declared: configurationObject.optional(),
  /** What they declared: the service may hold it. */
  attempted: configurationObject,
  /** What the service held before them. */
  before: configurationObject,
});

export type LostSave = z.infer<typeof lostSave>;

/** Whether the outputs in a state leave out what was declared, because the answer to a save was lost. */
export function isLost(outputs: Properties, input: string): boolean {
  const memory = valueAt(outputs, "__state");
  const lost = isObject(memory) && valueAt(memory, "lostSave") !== undefined;
  return lost && ["json", "jsonAdmin"].includes(input) && valueAt(outputs, input) === undefined;
}

/** What to remember of a save whose answer was lost. */
export function rememberLostSave({ known, json, lost }: Wish, heldBefore: JsonObject): LostSave {
  return {
    takeOver: known === undefined,
    declared: known?.declared,
    attempted: withDeclared(lost?.attempted, json) ?? {},
    before: lost?.before ?? known?.saved ?? heldBefore,
  };
}

/** What to remember of the deployments of a host after such a save: nobody knows what is published. */
export function ledgerOfLostSave(wish: Wish, ledger: DeploymentLedger): DeploymentLedger {
  if (wish.known === undefined) return wish.deployAfterSave ? { owed: true } : { waived: wish.digest };
  return wish.triggered ? { owed: true } : ledgerAfterDrift(ledger);
}
