import { isObject } from "../configuration/jsonKinds";
import type { Properties, Property } from "../configuration/unknown";

/** Which inputs are ids, lists of ids, and configurations. */
export interface InputKinds {
  ids: string[];
  idLists?: string[];
  objects: string[];
}

/** Inputs without those that are not set, with configurations as objects and ids as numbers where they came as text. */
export function normalizeInputs(inputs: Properties, kinds: InputKinds): Properties {
  const normalized = Object.entries(inputs)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]): [string, Property] => {
      if (kinds.ids.includes(key)) return [key, idFromText(value)];
      if (kinds.idLists?.includes(key) === true && Array.isArray(value)) return [key, value.map(idFromText)];
      if (kinds.objects.includes(key)) return [key, objectFromText(value)];
      return [key, value];
    });
  return Object.fromEntries(normalized);
}

/** Pulumi ids are texts: `hostId: other.id` is a number as a text. */
function idFromText(value: Property): Property {
  return typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : value;
}

/** A configuration may come as the JSON text of the object, as the service itself may return it. */
function objectFromText(value: Property): Property {
  if (Array.isArray(value) && value.length === 0) return {};
  if (typeof value !== "string") return value;
  try {
    const parsed = JSON.parse(value) as Property;
    return isObject(parsed) ? parsed : value;
  } catch {
    return value;
  }
}
