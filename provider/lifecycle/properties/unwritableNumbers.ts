import { isObject } from "../configuration/jsonKinds";
import { formatPropertyPath, type PropertyPath } from "../configuration/propertyPath";
import type { Property } from "../configuration/unknown";
import type { CheckFailure } from "./checkFailure";

/** Numbers that JSON has no form for: neither the service nor the state could hold them. */
export function unwritableNumbers(value: Property, path: PropertyPath = []): CheckFailure[] {
  if (typeof value === "number" && !Number.isFinite(value)) {
    return [{ property: formatPropertyPath(path), reason: `${value} cannot be written as JSON` }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unwritableNumbers(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => unwritableNumbers(member, [...path, key]));
}
