import type { JsonObject, JsonValue } from "../../api/json";
import { asObject, isObject, unionOfKeys, valueAt, valueAtPath } from "./jsonKinds";
import { sameMeaning } from "./sameMeaning";

/*
 * A save answers with a message and not with what the service made of the configuration, and an update reads a host
 * once, before the save. What the service holds afterwards is therefore worked out here and corrected by the next read.
 */

/**
 * What the service will hold after `desired` was saved: `desired`, and the keys that the service itself had added before.
 *
 * @param declaredBefore what the program would have had to declare for the service to hold `heldBefore`
 * @param heldBefore what the service held right before the save
 */
export function predictSaved(
  desired: JsonObject,
  declaredBefore: JsonObject | undefined,
  heldBefore: JsonObject,
): JsonObject {
  const predicted = unionOfKeys(desired, heldBefore).flatMap((key): [string, JsonValue][] => {
    const wanted = valueAt(desired, key);
    const declared = valueAt(declaredBefore, key);
    const held = valueAt(heldBefore, key);
    if (wanted !== undefined) return [[key, predictValue(wanted, declared, held)]];
    return declared === undefined && held !== undefined ? [[key, held]] : [];
  });
  return Object.fromEntries(predicted);
}

function predictValue(
  desired: JsonValue,
  declaredBefore: JsonValue | undefined,
  heldBefore: JsonValue | undefined,
): JsonValue {
  const wanted = asObject(desired);
  if (wanted !== undefined && isObject(heldBefore)) {
    return predictSaved(wanted, asObject(declaredBefore), heldBefore);
  }
  if (
    Array.isArray(desired) &&
    Array.isArray(declaredBefore) &&
    Array.isArray(heldBefore) &&
    desired.length === heldBefore.length &&
    declaredBefore.length === heldBefore.length
  ) {
    return desired.map((item, index) => predictValue(item, declaredBefore[index], heldBefore[index]));
  }
  return desired;
}

/**
 * The topmost places where a save brings an object or another list than before, or takes a key away: the service may
 * add its defaults there.
 */
export function freshPlaces(predicted: JsonValue | undefined, heldBefore: JsonValue | undefined): string[][] {
  if (sameMeaning(predicted, heldBefore)) return [];
  if (predicted === undefined) return [[]];
  if (Array.isArray(predicted)) return [[]];
  if (!isObject(predicted)) return [];
  if (!isObject(heldBefore)) return [[]];
  return unionOfKeys(predicted, heldBefore).flatMap((key) =>
    freshPlaces(valueAt(predicted, key), valueAt(heldBefore, key)).map((place) => [key, ...place]),
  );
}

/**
 * The topmost places of what `before` had beyond the declaration and `actual` lacks, and those of earlier that it still
 * lacks. A list that differs counts: only a save shows what the service adds to its items.
 */
export function removedAdditions(
  earlier: readonly string[][],
  actual: JsonObject,
  before: JsonObject,
  declared: JsonObject | undefined,
): string[][] {
  const places = [...earlier, ...freshPlaces(actual, before)].filter((place) => {
    const left = valueAtPath(actual, place);
    return left === undefined ? valueAtPath(declared, place) === undefined : Array.isArray(left);
  });
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

/** `base` with what only `actual` has at or below the given places: what the service added there. */
export function takeAdditions(base: JsonObject, actual: JsonObject, places: readonly string[][]): JsonObject {
  return places.reduce<JsonObject>((taken, place) => {
    const value = takeAt(taken, actual, place);
    return isObject(value) ? value : taken;
  }, base);
}

function takeAt(
  base: JsonValue | undefined,
  actual: JsonValue | undefined,
  place: string[],
): JsonValue | undefined {
  const [key, ...rest] = place;
  if (key === undefined) return takeAll(base, actual);
  const holder = asObject(base);
  if (holder === undefined || !isObject(actual)) return base;
  const member = takeAt(valueAt(holder, key), valueAt(actual, key), rest);
  return member === undefined ? base : { ...holder, [key]: member };
}

function takeAll(base: JsonValue | undefined, actual: JsonValue | undefined): JsonValue | undefined {
  if (base === undefined) return actual;
  const holder = asObject(base);
  if (holder !== undefined && isObject(actual)) {
    const members = unionOfKeys(holder, actual).flatMap((key): [string, JsonValue][] => {
      const value = takeAll(valueAt(holder, key), valueAt(actual, key));
      return value === undefined ? [] : [[key, value]];
    });
    return Object.fromEntries(members);
  }
  if (Array.isArray(base) && Array.isArray(actual) && base.length === actual.length) {
    return base.map((item, index) => takeAll(item, actual[index]) ?? item);
  }
  return base;
}
