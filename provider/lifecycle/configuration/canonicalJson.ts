import { canonicalNumber, ExactNumber } from "../../api/exactNumbers";
import { isEmptyContainer, isObject } from "./jsonKinds";
import type { JsonValue } from "../../api/json";

/** A text that is equal for two values exactly when they have the same meaning. */
export function canonicalJson(value: JsonValue): string {
  if (isEmptyContainer(value)) return "{}";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (isObject(value)) {
    const members = Object.entries(value)
      .filter(([, member]) => (member as JsonValue | undefined) !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  return value instanceof ExactNumber ? canonicalNumber(value.text) : JSON.stringify(value);
}
