import { isJsonObject, isObject, withDefaults } from "../json";
import type { JsonObject } from "../json";
import type { Readings } from "../readings";
import { invalid } from "../http/refusal";

/** What a save's `json` makes the stored configuration; null where it has none and needs none. */
export function savedConfiguration(body: unknown, readings: Readings): JsonObject | null {
  const json = isObject(body) ? body["json"] : undefined;
  if (json === undefined && !readings.jsonRequired) return null;
  if (json === undefined) throw invalid({ json: ["The json field is required."] });
  const object = configurationObject(json, readings);
  if (object === null) throw invalid({ json: ["The json field must be an object."] });
  return stored(object, readings);
}

/** What the service makes of a configuration that it stores. */
export function stored(json: JsonObject, { droppedKeys, defaultsAtSave }: Readings): JsonObject {
  const kept = Object.entries(json).filter(([key]) => !droppedKeys.includes(key));
  const taken = kept.length === Object.keys(json).length ? json : Object.fromEntries(kept);
  return defaultsAtSave === null ? taken : withDefaults(taken, defaultsAtSave);
}

/** The value as a configuration, or null where it is not one. */
export function configurationObject(value: unknown, readings: Readings): JsonObject | null {
  if (isJsonObject(value)) return value;
  const isEmptyArray = Array.isArray(value) && value.length === 0;
  return isEmptyArray && readings.emptyObject === "[]" ? {} : null;
}
