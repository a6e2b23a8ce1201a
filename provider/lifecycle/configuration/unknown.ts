import type { ExactNumber } from "../../api/exactNumbers";
import type { JsonValue } from "../../api/json";

class UnknownValue {
  toJSON(): never {
    throw new Error("a value that is not known before the update was about to be written");
  }
}

/** Stands for a value that Pulumi knows only after other resources were created or updated. */
export const UNKNOWN = Object.freeze(new UnknownValue());

/** A resource's inputs as a door hands them over: JSON in which any value may still be unknown. */
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
