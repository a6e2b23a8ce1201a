import type { JsonObject, JsonValue } from "../../api/json";
import { asObject, isObject, valueAt } from "./jsonKinds";
import type { Properties } from "./unknown";

/** Of an earlier or an imported configuration, the values of the keys that the program declares. */
export function valuesOfDeclared(previous: JsonObject, declared: Properties): JsonObject {
  const members = Object.entries(declared).flatMap(([key, value]): [string, JsonValue][] => {
    const before = valueAt(previous, key);
    if (before === undefined) return [];
    const objectBefore = asObject(before);
    return [
      [key, isObject(value) && objectBefore !== undefined ? valuesOfDeclared(objectBefore, value) : before],
    ];
  });
  return Object.fromEntries(members);
}
