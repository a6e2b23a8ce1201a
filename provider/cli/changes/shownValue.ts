import type { JsonValue } from "../../api/json";
import { safeJson } from "../../api/safeText";
import { unknownTexts } from "../../engine/signatures";
import type { PropertyPath } from "../../lifecycle/configuration/propertyPath";
import { masked, secretAt, secretMark } from "../../lifecycle/configuration/secretAt";

const longest = 200;

/** A value as one line of JSON: what Pulumi, its key or its form calls a secret is masked, and a long one is cut. */
export function shownValue(value: JsonValue, path: PropertyPath): string {
  const shown = masked(value, path, secretAt([]));
  if (shown === secretMark) return secretMark;
  if (typeof shown === "string" && unknownTexts.has(shown)) return "known after the update";
  const letters = Array.from(safeJson(shown));
  return letters.length <= longest ? letters.join("") : `${letters.slice(0, longest).join("")}…`;
}
