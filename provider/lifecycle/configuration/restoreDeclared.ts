import type { JsonObject, JsonValue } from "../../api/json";
import { asObject, isObject, valueAt } from "./jsonKinds";

/** Of an earlier configuration, the values of the keys that the program declares: what it gives back when it goes. */
export function restoreDeclared(previous: JsonObject, declared: JsonObject): JsonObject {
  const members = Object.entries(declared).flatMap(([key, value]): [string, JsonValue][] => {
    const before = valueAt(previous, key);
    if (before === undefined) return [];
    const objectBefore = asObject(before);
    return [
      [key, isObject(value) && objectBefore !== undefined ? restoreDeclared(objectBefore, value) : before],
    ];
  });
  return Object.fromEntries(members);
}
