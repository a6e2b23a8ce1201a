import { ExactNumber, type JsonObject, type JsonValue } from "../api/json";
import { isObject, type PropertyPath, leadsTo, isUnknown, type Property } from "./values";

/** Words in a key by which its value is probably a secret. */
const tellingWords = new Set([
  "password",
  "passwd",
  "pass",
  "pwd",
  "passphrase",
  "secret",
  "secrets",
  "token",
  "credential",
  "credentials",
  "dsn",
  "salt",
  "apikey",
  "privatekey",
]);
const tellingPairs = ["api key", "private key", "access key", "secret key", "license key", "auth key"];

/** Values that are a secret under any key. */
const tellingValue = /-----BEGIN [A-Z ]*PRIVATE KEY-----|^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]+:[^/\s@]+@/i;

/**
 * The places in a configuration whose values are probably secrets, by the words of their keys or by their form. Nobody
 * can know: the service says of no value that it is one.
 */
export function secretPlaces(json: JsonObject): PropertyPath[] {
  return [...placesIn(json, [])];
}

function* placesIn(value: JsonValue, path: PropertyPath): Generator<PropertyPath> {
  const isList = Array.isArray(value);
  if (isList || isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      yield* placesIn(member, [...path, isList ? Number(key) : key]);
    }
    return;
  }
  if (isProbablySecret(value, path)) yield path;
}

/** Whether a single value is probably a secret. */
function isProbablySecret(value: JsonValue, path: PropertyPath): boolean {
  if (typeof value === "string" && value !== "") return tellingValue.test(value) || underTellingKey(path);
  return (typeof value === "number" || value instanceof ExactNumber) && underTellingKey(path);
}

/** Keys of objects and lists that hold nothing but secrets. */
const container = /(?:^|[^a-z])(?:secrets|credentials|passwords|tokens)$/i;

/** Of other keys, the nearest counts: `password: {length: 12}` is about a secret. */
function underTellingKey(path: PropertyPath): boolean {
  const keys = path.filter((step) => typeof step === "string");
  if (keys.some((key) => container.test(key))) return true;
  const key = keys.at(-1);
  if (key === undefined) return false;
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) =>
      word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word,
    );
  if (words.some((word) => tellingWords.has(word))) {
    // `password_min_length`, `token_lifetime`: settings about a secret.
    const last = words.at(-1) ?? "";
    return ![
      "length",
      "lifetime",
      "ttl",
      "policy",
      "file",
      "path",
      "name",
      "type",
      "age",
      "day",
      "url",
    ].includes(last);
  }
  return tellingPairs.some((pair) => words.join(" ").endsWith(pair));
}

/** Which values a message must not show, by the places that a program marks as secret. */
export interface SecretPlaces {
  /** Whether the place is secret, with all that is in it. */
  isSecret(path: PropertyPath): boolean;
  /** Whether the value stands where an object with a secret in it was. */
  replacesSecret(value: Property, path: PropertyPath): boolean;
}

/** A list with a secret in it is secret as a whole: its items may have moved. */
export function secretAt(paths: readonly PropertyPath[]): SecretPlaces {
  const places = paths.map((path) => {
    const item = path.findIndex((step) => typeof step === "number");
    return item === -1 ? path : path.slice(0, item);
  });
  return {
    isSecret: (path) => places.some((place) => leadsTo(place, path)),
    replacesSecret: (value, path) => !isObject(value) && places.some((place) => leadsTo(path, place)),
  };
}

/** What stands for a secret in all that is printed. */
export const secretMark = "[secret]";

/** The value without what the program, its key or its form calls a secret. */
export function masked(value: Property, path: PropertyPath, secret: SecretPlaces): Property {
  if (value === undefined) return value;
  if (isUnknown(value) || secret.isSecret(path) || secret.replacesSecret(value, path)) return secretMark;
  if (Array.isArray(value)) return value.map((item, index) => masked(item, [...path, index], secret));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, masked(member, [...path, key], secret)]),
    );
  }
  return isProbablySecret(value, path) ? secretMark : value;
}
