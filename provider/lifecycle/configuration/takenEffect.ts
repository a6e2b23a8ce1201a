import type { JsonObject, JsonValue } from "../../api/json";
import { asObject, isObject, valueAt } from "./jsonKinds";
import { sameMeaning } from "./sameMeaning";

/**
 * What saves whose answers were lost have brought about: of the keys that they declared, those that the service holds
 * otherwise than before, with what it holds.
 */
export function takenEffect(attempted: JsonObject, before: JsonObject, held: JsonObject): JsonObject {
  const members = Object.entries(attempted).flatMap(([key, value]): [string, JsonValue][] => {
    const [was, is] = [valueAt(before, key), valueAt(held, key)];
    if (is === undefined || sameMeaning(was, is)) return [];
    return [[key, isObject(value) && isObject(is) ? takenEffect(value, asObject(was) ?? {}, is) : is]];
  });
  return Object.fromEntries(members);
}
