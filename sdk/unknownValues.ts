import { unknownText } from "../provider/engine/signatures";
import { isObject } from "../provider/lifecycle/configuration/jsonKinds";
import {
  hasUnknown,
  UNKNOWN,
  type Properties,
  type Property,
} from "../provider/lifecycle/configuration/unknown";

/** The properties as the engine sent them, with unknown values marked as such. */
export function fromEngine(properties: Properties): Properties {
  return holds(properties, unknownText) ? withMarks(properties) : properties;
}

function withMarks(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, valueFromEngine(value)]));
}

function valueFromEngine(value: Property): Property {
  if (value === unknownText) return UNKNOWN;
  if (Array.isArray(value)) return value.map(valueFromEngine);
  return isObject(value) ? withMarks(value) : value;
}

/** The properties as the engine reads them. */
export function toEngine(properties: Properties): Properties {
  return holds(properties, undefined) || hasUnknown(properties) ? withTexts(properties) : properties;
}

function withTexts(properties: Properties): Properties {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([key, value]) => [key, valueToEngine(value)]));
}

function valueToEngine(value: Property): Property {
  if (value === UNKNOWN) return unknownText;
  if (Array.isArray(value)) return value.map(valueToEngine);
  return isObject(value) ? withTexts(value) : value;
}

/** Most properties hold nothing that has to be changed: they are not written anew. */
function holds(value: Property, sought: Property): boolean {
  if (value === sought) return true;
  return (
    (Array.isArray(value) || isObject(value)) && Object.values(value).some((item) => holds(item, sought))
  );
}
