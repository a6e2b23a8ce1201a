/** JSON as the service stores and returns it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For values that came out of `JSON.parse`, whose members are JSON by construction. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** The same value with the keys of every object in alphabetical order. */
export function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]));
}

/** The same value with `[]` for every `{}`, as a server whose language has only one kind of array does. */
export function emptyObjectsAsArrays(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(emptyObjectsAsArrays);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  if (entries.length === 0) return [];
  return Object.fromEntries(entries.map(([key, member]) => [key, emptyObjectsAsArrays(member)]));
}

/** `json` with every default that it lacks, at any depth. What it has stays as it is. */
export function withDefaults(json: JsonObject, defaults: JsonObject): JsonObject {
  const merged = new Map(Object.entries(json));
  for (const [key, fallback] of Object.entries(defaults)) {
    const present = merged.get(key);
    if (present === undefined) merged.set(key, fallback);
    else if (isJsonObject(present) && isJsonObject(fallback))
      merged.set(key, withDefaults(present, fallback));
  }
  return Object.fromEntries(merged);
}
