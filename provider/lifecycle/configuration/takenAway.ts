import type { JsonObject } from "../../api/json";
import { differences } from "./differences";
import { formatPropertyPath } from "./propertyPath";

/** As many keys as one line can name. */
const mostNamed = 20;

/** The keys that a takeover removes, for the user to read: a preview does not know what the service holds. */
export function takenAway(heldBefore: JsonObject, saved: JsonObject): string | undefined {
  const removed = differences(heldBefore, saved)
    .filter(({ kind }) => kind === "delete")
    .map(({ path }) => formatPropertyPath(["json", ...path]));
  if (removed.length === 0) return undefined;
  const more = removed.length > mostNamed ? ` and ${removed.length - mostNamed} more` : "";
  return `${removed.slice(0, mostNamed).join(", ")}${more}`;
}
