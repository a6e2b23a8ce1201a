import { ExactNumber, type JsonValue, type JsonObject } from "../api/json";

class UnknownValue {
  toJSON(): never {
    throw new Error("a value that is not known before the update was about to be written");
  }
}

/** Stands for a value that Pulumi knows only after other resources were created or updated. */
export const UNKNOWN = Object.freeze(new UnknownValue());

/** A resource's inputs as a provider hands them over: JSON in which any value may still be unknown. */
export type Property =
  null | boolean | number | ExactNumber | string | UnknownValue | Property[] | Properties | undefined;

/** Inputs, or a nested object of inputs. */
export interface Properties {
  [key: string]: Property;
}

/** Whether the value is not known yet. */
export function isUnknown(value: unknown): value is UnknownValue {
  return value instanceof UnknownValue;
}

/** Whether the value, or anything inside it, is not known yet. */
export function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnknown);
}

/** The value as JSON; for places that are reached in an update only, where everything is known. */
export function known<T extends JsonValue>(value: T | UnknownValue | Property): T {
  if (hasUnknown(value)) throw new Error("a value that is not known before the update was needed");
  return value as T;
}

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

/** The way to a value inside a resource's inputs: keys of objects, indexes of lists. */
export type PropertyPath = readonly (string | number)[];

/** The path as Pulumi writes it: `json.php.version`, `json.sites[0]`, `json["a.b"]`. */
export function formatPropertyPath(path: PropertyPath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** Whether the second path is the first, or goes on from it. */
export function leadsTo(short: PropertyPath, long: PropertyPath): boolean {
  return short.length <= long.length && short.every((step, index) => step === long[index]);
}
