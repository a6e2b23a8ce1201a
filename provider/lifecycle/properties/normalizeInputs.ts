import { parseJson } from "../../api/exactNumbers";
import { asObject, isObject } from "../configuration/jsonKinds";
import type { Properties, Property } from "../configuration/unknown";

/** Which inputs are ids, lists of ids, and configurations. */
export interface InputKinds {
  ids: string[];
  idLists?: string[];
  objects: string[];
}

/** Inputs without those that are not set, with configurations as objects and ids as numbers where they came as text. */
export function normalizeInputs(inputs: Properties, kinds: InputKinds): Properties {
  const normalized = Object.entries(withoutNull(inputs)).map(([key, value]): [string, Property] => {
    if (kinds.ids.includes(key)) return [key, idFromText(value)];
    if (kinds.idLists?.includes(key) === true && Array.isArray(value)) return [key, value.map(idFromText)];
    if (kinds.objects.includes(key)) return [key, objectFromText(value)];
    return [key, isObject(value) ? withoutNull(value) : value];
  });
  return Object.fromEntries(normalized);
}

/** An optional input that a program sets to nothing is not set; inside a configuration, `null` is a value. */
function withoutNull(inputs: Properties): Properties {
  return Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Pulumi ids are texts: `hostId: other.id` is a number as a text. */
function idFromText(value: Property): Property {
  return typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : value;
}

/** A configuration may come as the JSON text of the object, as the service itself may return it. */
function objectFromText(value: Property): Property {
  if (typeof value !== "string") return asObject(value) ?? value;
  try {
    return asObject(parseJson(value) as Property) ?? value;
  } catch {
    return value;
  }
}
