import fc from "fast-check";
import { ExactNumber, type JsonObject, type JsonValue } from "../../../provider/api/json";

/** Few keys, so that generated configurations overlap; some that JavaScript or a property path would trip over. */
export const key = fc.constantFrom("a", "b", "c", "d", "", "a.b", "x[0]", "__proto__", "constructor");

const scalar = fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2.5, "", "1", "text");

/** An object with own members only, whatever their keys are. */
export function objectOf(value: fc.Arbitrary<JsonValue>, maxKeys = 4): fc.Arbitrary<JsonObject> {
  return fc
    .uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: maxKeys })
    .map((entries) => Object.fromEntries(entries));
}

function jsonOfDepth(depth: number): fc.Arbitrary<JsonValue> {
  if (depth === 0) return scalar;
  const inner = jsonOfDepth(depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 3, arbitrary: objectOf(inner) },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }) },
  );
}

export const json = jsonOfDepth(3);
export const configuration = objectOf(jsonOfDepth(2));

/** A configuration of objects with something in them, numbers, and lists of numbers. */
export const leafyConfiguration = leafyObject(3);

function leafyObject(depth: number): fc.Arbitrary<JsonObject> {
  const number = fc.integer({ min: 0, max: 3 });
  const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
    { weight: 4, arbitrary: number },
    { weight: 1, arbitrary: fc.array(number, { minLength: 1, maxLength: 2 }) },
  );
  const value = depth === 1 ? leaf : fc.oneof(leaf, leafyObject(depth - 1));
  return fc
    .uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, minLength: 1, maxLength: 3 })
    .map((entries): JsonObject => Object.fromEntries(entries));
}

/** The same in meaning: keys in another order, and an empty list for an empty object or the other way round. */
export function respelled(value: JsonValue): fc.Arbitrary<JsonValue> {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return fc.constant(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return fc.constantFrom<JsonValue>([], {});
  if (Array.isArray(value)) return fc.tuple(...value.map(respelled));
  return fc
    .tuple(...entries.map(([name, member]) => respelled(member).map((m): [string, JsonValue] => [name, m])))
    .chain((members) => fc.shuffledSubarray(members, { minLength: members.length }))
    .map((members) => Object.fromEntries(members));
}

export function respelledObject(value: JsonObject): fc.Arbitrary<JsonObject> {
  return respelled(value).map((other) => (Array.isArray(other) ? {} : (other as JsonObject)));
}

/** What somebody does by hand at one place of a configuration. */
export interface Edit {
  at: number;
  do: "set" | "add" | "remove";
  key: string;
  value: JsonValue;
}

export const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(20),
  do: fc.constantFrom("set" as const, "add" as const, "remove" as const),
  key,
  value: fc.oneof(fc.integer({ min: 10, max: 13 }), leafyConfiguration),
});

/** The configuration after the edit; the original stays as it is. */
export function edited(configuration: JsonObject, { at, do: action, key: name, value }: Edit): JsonObject {
  const places = membersOf(configuration);
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return withMember(configuration, [name], value);
  if (action === "add") return withMember(configuration, [...place.slice(0, -1), name], value);
  return withMember(configuration, place, action === "remove" ? undefined : value);
}

function membersOf(object: JsonObject): string[][] {
  return Object.entries(object).flatMap(([name, value]) => [
    [name],
    ...(isObject(value) ? membersOf(value).map((path) => [name, ...path]) : []),
  ]);
}

function withMember(object: JsonObject, path: string[], value: JsonValue | undefined): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  const inner = Object.hasOwn(object, name) ? object[name] : undefined;
  const member = rest.length === 0 ? value : withMember(isObject(inner) ? inner : {}, rest, value);
  const others = Object.entries(object).filter(([other]) => other !== name);
  return Object.fromEntries(member === undefined ? others : [...others, [name, member]]);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The places of a configuration where no object goes on: numbers, texts, lists, and objects without a key. */
export function leavesOf(object: JsonObject, path: string[] = []): { path: string[]; value: JsonValue }[] {
  return Object.entries(object).flatMap(([name, value]) =>
    isObject(value) && Object.keys(value).length > 0
      ? leavesOf(value, [...path, name])
      : [{ path: [...path, name], value }],
  );
}

/** The value at the path, looking at own members of objects only. */
export function at(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );
}

/** What a service makes of a configuration that fills in defaults where they are missing, at every depth. */
export function withDefaults(json: JsonObject, defaults: JsonObject): JsonObject {
  const missing = Object.entries(defaults).filter(([name]) => !Object.hasOwn(json, name));
  const own = Object.entries(json).map(([name, value]): [string, JsonValue] => {
    const inner = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    // A service that cannot tell an empty list from an empty object fills both.
    const isEmptyList = Array.isArray(value) && value.length === 0;
    const object = isEmptyList ? {} : value;
    return [name, isObject(object) && isObject(inner) ? withDefaults(object, inner) : value];
  });
  return Object.fromEntries([...own, ...missing]);
}
