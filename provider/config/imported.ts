import type { JsonObject, JsonValue } from "../api/json";
import { valuesOfDeclared } from "./ownership";
import { isObject, type Property, valueAt } from "./values";

interface ImportableState {
  inputs: { json?: JsonObject | undefined };
  savedJson: JsonObject;
  memory: { unsavedImport?: boolean | undefined };
}

/**
 * What counts as declared of the configuration in a state, the new inputs beside it. An import declares all that was there.
 * A program that owns only the keys that it names has declared nothing else before, and must not remove what others keep.
 */
export function importedDeclaration(
  { inputs, savedJson, memory }: ImportableState,
  { json: named, ownership }: { json?: Property; ownership?: Property },
): JsonObject | undefined {
  const json = withNamedNulls(inputs.json, named, savedJson);
  const isOnlyPart = memory.unsavedImport === true && ownership === "declared";
  return isOnlyPart && json !== undefined && isObject(named) ? valuesOfDeclared(json, named) : json;
}

/**
 * What an import declares of a configuration: all but the keys whose value is `null`, which the code that Pulumi
 * generates for it leaves out.
 */
export function withoutNulls(json: JsonObject): JsonObject {
  const kept = Object.entries(json).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutNullsInside(value)]));
}

function withoutNullsInside(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNullsInside);
  return isObject(value) ? withoutNulls(value) : value;
}

/**
 * The declared configuration with each `null` that an import has left out, where the program names it and the service holds
 * it: to name it changes nothing. The same object where there is none.
 */
function withNamedNulls(
  declared: JsonObject | undefined,
  named: Property,
  saved: JsonObject,
): JsonObject | undefined {
  const value = nullsNamedIn(declared, named, saved);
  return isObject(value) ? value : declared;
}

function nullsNamedIn(
  declared: JsonValue | undefined,
  named: Property,
  saved: JsonValue | undefined,
): JsonValue | undefined {
  if (Array.isArray(declared) && Array.isArray(named) && Array.isArray(saved)) {
    const items = declared.map((item, index) => nullsNamedIn(item, named[index], saved[index]) ?? item);
    return items.some((item, index) => item !== declared[index]) ? items : declared;
  }
  if (!isObject(declared) || !isObject(named) || !isObject(saved)) return declared;
  const nulls = Object.entries(named).flatMap(([key, value]): [string, null][] =>
    value === null && !Object.hasOwn(declared, key) && valueAt(saved, key) === null ? [[key, null]] : [],
  );
  const members = Object.entries(declared).map(([key, value]): [string, JsonValue] => [
    key,
    nullsNamedIn(value, valueAt(named, key), valueAt(saved, key)) ?? value,
  ]);
  const isSame = nulls.length === 0 && members.every(([key, value]) => value === declared[key]);
  return isSame ? declared : Object.fromEntries<JsonValue>([...members, ...nulls]);
}
