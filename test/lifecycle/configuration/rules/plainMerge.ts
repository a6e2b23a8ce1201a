import { ExactNumber, type JsonObject, type JsonValue } from "../../../../provider/api/json";

/*
 * Merging and comparing once more, in the plainest way: a configuration is a list of places with something in them.
 */

/** A place of a configuration where no object goes on: a scalar, a list, or an object without a key. */
export interface Place {
  path: readonly string[];
  value: JsonValue;
}

/** All places of a configuration. An empty list is an object without a key. */
export function placesOf(object: JsonObject, path: readonly string[] = []): Place[] {
  return Object.entries(object).flatMap(([key, value]): Place[] => {
    const here = [...path, key];
    if (typeof value !== "object" || value === null || value instanceof ExactNumber)
      return [{ path: here, value }];
    if (Object.keys(value).length === 0) return [{ path: here, value: {} }];
    return Array.isArray(value) ? [{ path: here, value }] : placesOf(value, here);
  });
}

export function isEmpty({ value }: Place): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** The places as texts that are equal where they mean the same, in one order. */
export function asTexts(places: readonly Place[]): string[] {
  return places.map(({ path, value }) => `${JSON.stringify(path)} ${meaning(value)}`).sort();
}

function meaning(value: JsonValue): string {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value) && value.length > 0) return `[${value.map(meaning).join()}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${meaning(member)}`);
  return `{${members.sort().join()}}`;
}

/** Whether `path` is `outer`, or a place inside it. */
export function isWithin(path: readonly string[], outer: readonly string[]): boolean {
  return outer.every((key, index) => path[index] === key);
}

/** Whether one is the other, or inside it. */
export function isRelated(left: readonly string[], right: readonly string[]): boolean {
  return isWithin(left, right) || isWithin(right, left);
}

/** Whether a place belongs to whoever declares `declared`: an object declared without a key owns no key of others. */
function isOwned({ path }: Place, declared: Place): boolean {
  if (!isRelated(path, declared.path)) return false;
  return !(isEmpty(declared) && path.length > declared.path.length);
}

/** What is saved where the program owns only what it declares: the places of others, and the program's. */
export function plainMerge(
  current: JsonObject,
  formerlyDeclared: JsonObject | undefined,
  declared: JsonObject,
): Place[] {
  const now = placesOf(declared);
  // Where the program now declares an object, it owns only the keys in it, whatever it declared there before.
  const isObjectNow = ({ path }: Place) =>
    now.some((place) => isWithin(place.path, path) && (isEmpty(place) || place.path.length > path.length));
  const formerly = placesOf(formerlyDeclared ?? {}).filter((place) => !isObjectNow(place));
  const owned = [...formerly, ...now];
  const others = placesOf(current).filter((place) => !owned.some((one) => isOwned(place, one)));
  const emptyAndFilled = (place: Place) =>
    isEmpty(place) && others.some(({ path }) => isWithin(path, place.path));
  return [...others, ...now.filter((place) => !emptyAndFilled(place))];
}

/**
 * What the program would have had to declare for the service to hold `actual`, one place after the other: where the
 * service holds what it was known to hold, what is declared; anywhere else, what it holds.
 */
export function plainDrift(
  declared: JsonObject,
  base: JsonObject,
  actual: JsonObject,
  ownership: "whole" | "declared",
  same: (left: JsonValue | undefined, right: JsonValue | undefined) => boolean,
): Place[] {
  const own = placesOf(declared);
  const paths = [...own, ...placesOf(actual)].map(({ path }) => path);
  const each = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
  return each
    .filter((path) => ownership === "whole" || own.some((place) => isOwned({ path, value: null }, place)))
    .flatMap((path) => {
      const [was, is] = [placeAt(base, path), placeAt(actual, path)];
      const value = same(was, is) ? placeAt(declared, path) : is;
      return value === undefined ? [] : [{ path, value }];
    });
}

function placeAt(object: JsonObject, path: readonly string[]): JsonValue | undefined {
  const text = JSON.stringify(path);
  return placesOf(object).find((place) => JSON.stringify(place.path) === text)?.value;
}
