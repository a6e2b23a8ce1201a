import type { JsonObject, JsonValue } from "../../api/json";
import { isObject, unionOfKeys, valueAt } from "./jsonKinds";
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
  if (isObject(desired) && isObject(heldBefore)) {
    return predictSaved(desired, isObject(declaredBefore) ? declaredBefore : undefined, heldBefore);
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

/** The topmost places where a save brings an object or another list than before: the service may add its defaults there. */
export function freshPlaces(predicted: JsonValue, heldBefore: JsonValue | undefined): string[][] {
  if (typeof predicted !== "object" || predicted === null || sameMeaning(predicted, heldBefore)) return [];
  if (Array.isArray(predicted) || !isObject(heldBefore)) return [[]];
  return Object.entries(predicted).flatMap(([key, value]) =>
    freshPlaces(value, valueAt(heldBefore, key)).map((place) => [key, ...place]),
  );
}

/** `base` with the keys that only `actual` has at or below the given places: what the service added there. */
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
  if (!isObject(base) || !isObject(actual) || valueAt(base, key) === undefined) return base;
  const member = takeAt(valueAt(base, key), valueAt(actual, key), rest);
  return Object.fromEntries(
    Object.entries(base).map(([name, value]) => [name, name === key ? (member ?? value) : value]),
  );
}

function takeAll(base: JsonValue | undefined, actual: JsonValue | undefined): JsonValue | undefined {
  if (isObject(base) && isObject(actual)) {
    const members = unionOfKeys(base, actual).flatMap((key): [string, JsonValue][] => {
      const own = valueAt(base, key);
      const value = own === undefined ? valueAt(actual, key) : takeAll(own, valueAt(actual, key));
      return value === undefined ? [] : [[key, value]];
    });
    return Object.fromEntries(members);
  }
  if (Array.isArray(base) && Array.isArray(actual) && base.length === actual.length) {
    return base.map((item, index) => takeAll(item, actual[index]) ?? item);
  }
  return base;
}
