import type { JsonObject, JsonValue } from "../../api/json";
import { asObject, isObject, unionOfKeys, valueAt } from "./jsonKinds";
import { sameMeaning } from "./sameMeaning";

/** Whether the program owns the whole configuration or only the keys that it declares. */
export type Ownership = "whole" | "declared";

/**
 * What the program would have had to declare for the service to hold `actual`: a three-way merge.
 *
 * Where `actual` is what the service was last known to hold (`base`), the declaration stays as it is, so that nothing
 * that the service itself adds or respells looks like somebody's change. Where it differs, the declaration takes the
 * actual value. With `declared` ownership, keys that the program does not name are left out of it.
 */
export function mapDrift(
  declared: JsonObject,
  base: JsonObject,
  actual: JsonObject,
  ownership: Ownership,
): JsonObject {
  const mapped = mapValue(declared, base, actual, ownership);
  return isObject(mapped) ? mapped : {};
}

function mapValue(
  declared: JsonValue | undefined,
  base: JsonValue | undefined,
  actual: JsonValue | undefined,
  ownership: Ownership,
): JsonValue | undefined {
  if (sameMeaning(base, actual)) return declared;
  if (actual === undefined) return undefined;
  // An empty list may be an object without a key on either side, but two lists are compared as lists.
  const held = isObject(actual) || isObject(declared ?? base) ? asObject(actual) : undefined;
  const wanted = asObject(declared);
  if (held !== undefined && (wanted !== undefined || (declared === undefined && isObject(base)))) {
    const before = asObject(base);
    const keys = ownership === "whole" ? unionOfKeys(wanted, held) : Object.keys(wanted ?? {});
    const members = keys.flatMap((key): [string, JsonValue][] => {
      const member = mapValue(valueAt(wanted, key), valueAt(before, key), valueAt(held, key), ownership);
      return member === undefined ? [] : [[key, member]];
    });
    return members.length === 0 && wanted === undefined ? undefined : Object.fromEntries(members);
  }
  if (
    Array.isArray(actual) &&
    Array.isArray(base) &&
    Array.isArray(declared) &&
    sameLength(actual, base, declared)
  ) {
    return actual.map((item, index) => {
      const mapped = mapValue(declared[index], base[index], item, "whole");
      return mapped === undefined ? item : mapped;
    });
  }
  return actual;
}

function sameLength(...lists: JsonValue[][]): boolean {
  return lists.every((list) => list.length === lists[0]?.length);
}
