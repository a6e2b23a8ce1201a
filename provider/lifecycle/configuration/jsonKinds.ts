import type { JsonObject, JsonValue } from "../../api/json";
import { isUnknown, type Properties, type Property } from "./unknown";

/** Whether the value is a JSON object: not null, not a list, not an unknown. */
export function isObject(value: JsonValue | undefined): value is JsonObject;
export function isObject(value: Property): value is Properties;
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isUnknown(value);
}

/** Whether the value is an empty list or an empty object, which the service does not tell apart. */
export function isEmptyContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null && !isUnknown(value) && Object.keys(value).length === 0;
}

/** The object's own value under the key; a key such as `__proto__` or `constructor` is a key like any other. */
export function valueAt(object: JsonObject | undefined, key: string): JsonValue | undefined;
export function valueAt(object: Properties | undefined, key: string): Property;
export function valueAt(object: Properties | undefined, key: string): Property {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The keys of all objects, each once, in the order of their first appearance. */
export function unionOfKeys(...objects: (object | undefined)[]): string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object ?? {})))];
}

/** The object without the keys that are undefined. */
export function withoutUndefined(values: object): Properties {
  return Object.fromEntries(Object.entries(values as Properties).filter(([, value]) => value !== undefined));
}
