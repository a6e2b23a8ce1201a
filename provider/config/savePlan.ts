import type { JsonObject, JsonValue } from "../api/json";
import { sameMeaning } from "./compare";
import { unheldKeys } from "./conflicts";
import { mapDrift, type Ownership, mergeOwned, withDeclared } from "./ownership";
import { asObject, isObject, unionOfKeys, valueAt, valueAtPath } from "./values";

/** What the state knows of the configuration that was saved last. */
export interface KnownConfiguration {
  /** What the program declared, with what a refresh found changed. */
  declared: JsonObject | undefined;
  ownership: Ownership;
  /** What the service held after the last save or read. */
  saved: JsonObject;
  /** Places where the service may have added defaults since, because no read has followed the save. */
  fresh: readonly string[][];
  /** Places where somebody has removed what the service had added, as a refresh found: the next save may bring it back. */
  removed: string[][] | undefined;
  /** Whether a read has ever followed a save: only then is it known what the service adds. */
  observed: boolean;
}

/** What the state remembers of saves whose answers were lost. */
export interface LostConfiguration {
  /** What was declared before them. */
  declared?: JsonObject | undefined;
  /** What they declared: the service may hold it. */
  attempted: JsonObject;
  /** What the service held before them. */
  before: JsonObject;
}

/** What an update does about a configuration, worked out from what the service holds right before it. */
export interface SavePlan {
  /** Whether a save would change anything. */
  needed: boolean;
  /** Whether it brings a key that the service does not hold yet, so that only a read shows whether the service takes it. */
  adds: boolean;
  /** What to send. */
  send: JsonObject;
  /** What the service holds afterwards, as far as it can be known. */
  saved: JsonObject;
  /** Places where the service may add defaults to it. */
  fresh: string[][];
  /** What is left of {@link KnownConfiguration.removed}. */
  removed: string[][] | undefined;
  /** Whether what is saved changes in meaning: the fingerprint then changes too. */
  changed: boolean;
}

/**
 * @param known what the state knows, `undefined` where the resource takes the configuration over
 * @param held what the service holds now
 * @param effect what saves whose answers were lost have brought about
 */
export function planSave(
  desired: JsonObject,
  ownership: Ownership,
  known: KnownConfiguration | undefined,
  held: JsonObject,
  effect?: JsonObject,
): SavePlan {
  const base = known === undefined ? undefined : takeAdditions(known.saved, held, known.fresh);
  const formerly = withDeclared(known?.declared, effect);
  const send = ownership === "declared" ? mergeOwned(held, formerly, desired) : desired;
  const saved = ownership === "declared" ? send : predictWhole(desired, known, base, held);
  const needed = !sameMeaning(saved, held);
  return {
    needed,
    adds: needed && unheldKeys(desired, held).length > 0,
    send,
    saved: needed ? saved : held,
    fresh: needed ? placesOfAdditions(saved, held, base, known) : [],
    removed: needed ? undefined : known?.removed,
    changed: !sameMeaning(saved, base),
  };
}

/** A default that somebody has removed from what the service held comes back with the save, too. */
function placesOfAdditions(
  saved: JsonObject,
  held: JsonObject,
  base: JsonObject | undefined,
  known: KnownConfiguration | undefined,
): string[][] {
  if (known?.observed !== true) return [[]];
  return [...freshPlaces(saved, held), ...freshPlaces(saved, base), ...(known.removed ?? [])];
}

function predictWhole(
  desired: JsonObject,
  known: KnownConfiguration | undefined,
  base: JsonObject | undefined,
  held: JsonObject,
): JsonObject {
  // Taking over: keys that are not declared are somebody's, not the service's.
  if (known?.declared === undefined || known.ownership !== "whole" || base === undefined) return desired;
  return predictSaved(desired, mapDrift(known.declared, base, held, "whole"), held);
}

/** What a resource's state says of the configuration that was saved last. */
export function knownConfiguration(state: {
  inputs: { json?: JsonObject | undefined; ownership?: Ownership | undefined };
  savedJson: JsonObject;
  memory: {
    fresh: string[][];
    removed?: string[][] | undefined;
    observed: boolean;
    lostSave?: LostConfiguration | undefined;
  };
}): KnownConfiguration {
  return {
    declared: state.inputs.json ?? state.memory.lostSave?.declared,
    ownership: state.inputs.ownership ?? "whole",
    saved: state.savedJson,
    fresh: state.memory.fresh,
    removed: state.memory.removed,
    observed: state.memory.observed,
  };
}

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
function predictSaved(
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
function freshPlaces(predicted: JsonValue | undefined, heldBefore: JsonValue | undefined): string[][] {
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
