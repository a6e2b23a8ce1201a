import { unknownText } from "../provider/engine/signatures";
import { UNKNOWN, type Properties, type Property } from "../provider/lifecycle/configuration/unknown";

/** The properties as the engine sent them, with unknown values marked as such. */
export function fromEngine(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, valueFromEngine(value)]));
}

function valueFromEngine(value: Property): Property {
  if (value === unknownText) return UNKNOWN;
  if (Array.isArray(value)) return value.map(valueFromEngine);
  return typeof value === "object" && value !== null && value !== UNKNOWN
    ? fromEngine(value as Properties)
    : value;
}

/** The properties as the engine reads them. */
export function toEngine(properties: Properties): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, valueToEngine(value)]),
  );
}

function valueToEngine(value: Property): unknown {
  if (value === UNKNOWN) return unknownText;
  if (Array.isArray(value)) return value.map(valueToEngine);
  return typeof value === "object" && value !== null ? toEngine(value as Properties) : value;
}
