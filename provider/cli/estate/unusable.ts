import type { JsonValue } from "../../api/json";
import { isObject } from "../../lifecycle/configuration/jsonKinds";
import { formatPropertyPath, type PropertyPath } from "../../lifecycle/configuration/propertyPath";
import type { EstateRecord } from "./estate";

/** A member of an object, or an item of a list, that the language, or Pulumi in it, cannot carry. */
export type UnusableMember = (key: string | number, value: JsonValue) => boolean;

/** Where a record's configuration cannot be written down; `undefined` where it can. */
export function unusablePlace(record: EstateRecord, unusable: UnusableMember): string | undefined {
  const place = firstPlace(record.json, ["json"], unusable);
  return place === undefined ? undefined : formatPropertyPath(place);
}

function firstPlace(
  value: JsonValue,
  path: PropertyPath,
  unusable: UnusableMember,
): PropertyPath | undefined {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (unusable(index, item)) return [...path, index];
      const place = firstPlace(item, [...path, index], unusable);
      if (place !== undefined) return place;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (unusable(key, member)) return [...path, key];
    const place = firstPlace(member, [...path, key], unusable);
    if (place !== undefined) return place;
  }
  return undefined;
}
