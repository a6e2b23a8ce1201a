import type { JsonObject, JsonValue } from "../../api/json";
import { asObject, isEmptyContainer, isObject, valueAt } from "./jsonKinds";
import type { PropertyPath } from "./propertyPath";
import type { Property } from "./unknown";

/**
 * The declared keys that the service does not hold, as deep inside as they can be named. `null` and empty objects and lists hold no value that
 * could be lost: a service may leave them out.
 */
export function unheldKeys(declared: JsonObject, held: JsonObject, path: PropertyPath = []): PropertyPath[] {
  return Object.entries(declared).flatMap(([key, value]) => {
    const holds = valueAt(held, key);
    if (holds === undefined) return holdsNothing(value) ? [] : [[...path, key]];
    const inside = asObject(holds);
    return isObject(value) && inside !== undefined ? unheldKeys(value, inside, [...path, key]) : [];
  });
}

/** The declaration without the keys that the service does not hold: what a program would have declared for that. */
export function withoutUnheld(declared: JsonObject, held: JsonObject): JsonObject {
  if (unheldKeys(declared, held).length === 0) return declared;
  const members = Object.entries(declared).flatMap(([key, value]): [string, JsonValue][] => {
    const holds = valueAt(held, key);
    if (holds === undefined) return holdsNothing(value) ? [[key, value]] : [];
    const inside = asObject(holds);
    return [[key, isObject(value) && inside !== undefined ? withoutUnheld(value, inside) : value]];
  });
  return Object.fromEntries(members);
}

/** Whether there is no value inside that could be lost. */
export function holdsNothing(value: Property): boolean {
  if (value === null || isEmptyContainer(value)) return true;
  return isObject(value) && Object.values(value).every(holdsNothing);
}
