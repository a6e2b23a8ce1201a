import type { JsonObject } from "../api/json";
import type { Ownership } from "./configuration/drift";

/** Whether an update takes over the keys that the program has left to others. */
export function becomesWhole(
  before: { ownership?: Ownership | undefined },
  after: { json?: JsonObject | undefined; ownership?: Ownership | undefined },
): boolean {
  return after.json !== undefined && before.ownership === "declared" && after.ownership !== "declared";
}
