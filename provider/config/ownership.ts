import type { JsonObject, JsonValue } from "../api/json";
import { sameMeaning } from "./compare";
import {
  asObject,
  isObject,
  unionOfKeys,
  valueAt,
  isEmptyContainer,
  type Properties,
  type Property,
} from "./values";

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

/** Which keys of a configuration a resource owns: all of them, or those at the ends of these branches. */
export type OwnedKeys = "all" | KeyTree;

type KeyTree = ReadonlyMap<string, KeyTree | "owned">;

/** What a resource owns by its inputs; `undefined` where it manages no `json`, or its keys are not known yet. */
export function ownedKeys({ json, ownership }: Properties): OwnedKeys | undefined {
  if (json === undefined) return undefined;
  if (ownership === undefined || ownership === "whole") return "all";
  return isObject(json) && ownership === "declared" ? treeOf(json) : undefined;
}

/** Whether something is owned by both. */
export function ownInCommon(left: OwnedKeys, right: OwnedKeys): boolean {
  if (left === "all" || right === "all") return true;
  return [...left].some(([key, below]) => {
    const other = right.get(key);
    if (other === undefined) return false;
    return below === "owned" || other === "owned" || ownInCommon(below, other);
  });
}

function treeOf(object: Properties): KeyTree {
  return new Map(Object.entries(object).map(([key, value]) => [key, branchOf(value)]));
}

/** A list is owned as a whole, and so is what is not known yet. */
function branchOf(value: Property): KeyTree | "owned" {
  return isObject(value) ? treeOf(value) : "owned";
}

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
