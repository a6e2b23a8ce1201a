import type { JsonObject, JsonValue } from "../../api/json";
import { asObject, isEmptyContainer, isObject, unionOfKeys, valueAt } from "./jsonKinds";

/**
 * The configuration to save where the program owns only the keys that it names.
 *
 * Every key of `declared` gets its declared value, every key of `formerlyDeclared` that is declared no more is
 * removed, and every other key of `current`, at any depth, stays as it is. An object that was emptied by a removal
 * goes with it, unless it is still declared. Lists belong to whoever declares them as a whole.
 */
export function mergeOwned(
  current: JsonObject,
  formerlyDeclared: JsonObject | undefined,
  declared: JsonObject,
): JsonObject {
  const merged = unionOfKeys(current, declared).flatMap((key): [string, JsonValue][] => {
    const value = mergeValue(valueAt(current, key), valueAt(formerlyDeclared, key), valueAt(declared, key));
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(merged);
}

/** All keys of two declarations, values of the second first. */
export function withDeclared(
  declared: JsonObject | undefined,
  more: JsonObject | undefined,
): JsonObject | undefined {
  if (declared === undefined || more === undefined) return declared ?? more;
  return mergeOwned(declared, undefined, more);
}

/** The declaration without the keys of another, each at the depth at which that one names it. */
export function withoutKeysOf(declared: JsonObject, other: JsonObject | undefined): JsonObject {
  if (other === undefined) return declared;
  const members = Object.entries(declared).flatMap(([key, value]): [string, JsonValue][] => {
    const named = valueAt(other, key);
    if (named === undefined) return [[key, value]];
    return isObject(value) && isObject(named) ? [[key, withoutKeysOf(value, named)]] : [];
  });
  return Object.fromEntries(members);
}

function mergeValue(
  current: JsonValue | undefined,
  formerlyDeclared: JsonValue | undefined,
  declared: JsonValue | undefined,
): JsonValue | undefined {
  const formerly = asObject(formerlyDeclared);
  if (declared === undefined) {
    if (formerlyDeclared === undefined) return current;
    if (formerly === undefined || !isObject(current)) return undefined;
    const left = mergeOwned(current, formerly, {});
    return isEmptyContainer(left) ? undefined : left;
  }
  // A declared empty list, too, may only be another spelling of an object without a key of the program's.
  const owned = asObject(declared);
  if (owned === undefined || !isObject(current) || isEmptyContainer(current)) return declared;
  return mergeOwned(current, formerly, owned);
}
