import type { JsonObject, JsonValue } from "../../api/json";
import { isObject, valueAt } from "./jsonKinds";
import type { Property } from "./unknown";

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
 * The program's configuration without each `null` that an import has left out and the service holds: to name it changes
 * nothing.
 */
export function withoutHeldNulls(news: Property, declared: Property, saved: Property): Property {
  if (Array.isArray(news)) {
    return news.map((item, index) => withoutHeldNulls(item, itemAt(declared, index), itemAt(saved, index)));
  }
  if (!isObject(news) || !isObject(declared) || !isObject(saved)) return news;
  const kept = Object.entries(news).filter(
    ([key, value]) => value !== null || Object.hasOwn(declared, key) || valueAt(saved, key) !== null,
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutHeldNulls(value, valueAt(declared, key), valueAt(saved, key))]),
  );
}

function itemAt(list: Property, index: number): Property {
  return Array.isArray(list) ? list[index] : undefined;
}
