import { ExactNumber } from "../../api/exactNumbers";
import type { JsonObject, JsonValue } from "../../api/json";
import type { PropertyPath } from "./propertyPath";
import { isUnknown, type Properties, type Property } from "./unknown";

/** Whether the value is a JSON object: not null, not a list, not an unknown, not an exact number. */
export function isObject(value: JsonValue | undefined): value is JsonObject;
export function isObject(value: Property): value is Properties;
export function isObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !isUnknown(value) && !(value instanceof ExactNumber);
}

/** Whether the value is an empty list or an object without a key, which the service does not tell apart. */
export function isEmptyContainer(value: Property): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every((member) => member === undefined);
}

/** The value as an object: itself, or the empty object that an empty list may stand for. */
export function asObject(value: JsonValue | undefined): JsonObject | undefined;
export function asObject(value: Property): Properties | undefined;
export function asObject(value: Property): Properties | undefined {
  if (isObject(value)) return value;
  return isEmptyContainer(value) ? {} : undefined;
}

/** The object's own value under the key; a key such as `__proto__` or `constructor` is a key like any other. */
export function valueAt(object: JsonObject | undefined, key: string): JsonValue | undefined;
export function valueAt(object: Properties | undefined, key: string): Property;
export function valueAt(object: Properties | undefined, key: string): Property {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The value at a place inside another: keys lead into objects, indexes into lists. */
export function valueAtPath(value: JsonValue | undefined, path: PropertyPath): JsonValue | undefined;
export function valueAtPath(value: Property, path: PropertyPath): Property;
export function valueAtPath(value: Property, path: PropertyPath): Property {
  return path.reduce<Property>((inner, step) => {
    if (Array.isArray(inner)) return typeof step === "number" ? inner[step] : undefined;
    return isObject(inner) ? valueAt(inner, String(step)) : undefined;
  }, value);
}

/** Gives the object a value of its own under the key, whatever the key is. */
export function setValue<Value>(object: Record<string, Value>, key: string, value: Value): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else object[key] = value;
}

/** The keys of all objects, each once, in the order of their first appearance. */
export function unionOfKeys(...objects: (object | undefined)[]): string[] {
  return [...new Set(objects.flatMap((object) => Object.keys(object ?? {})))];
}

/** The object without the keys that are undefined. */
export function withoutUndefined(values: object): Properties {
  return Object.fromEntries(Object.entries(values as Properties).filter(([, value]) => value !== undefined));
}
