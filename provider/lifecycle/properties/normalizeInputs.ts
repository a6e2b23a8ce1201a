import { z } from "zod";
import { configurationObject, idInput } from "../configuration/jsonInputs";
import { isObject } from "../configuration/jsonKinds";
import { configurationOf } from "../configuration/storedConfigurations";
import type { Properties, Property } from "../configuration/unknown";

/** Inputs without those that are not set, with configurations as objects and ids as numbers where they came as text. */
export function normalizeInputs(inputs: Properties, { shape }: z.ZodObject): Properties {
  const members = new Map(Object.entries<z.ZodType>(shape));
  const normalized = Object.entries(withoutNull(inputs)).map(([key, value]): [string, Property] => [
    key,
    normalize(members.get(key), value),
  ]);
  return Object.fromEntries(normalized);
}

function normalize(member: z.ZodType | undefined, value: Property): Property {
  if (member instanceof z.ZodOptional) return normalize(member.unwrap() as z.ZodType, value);
  // A description makes another object of a definition, around what it defines.
  if (member?.def === idInput.def) return idFromText(value);
  if (member?.def === configurationObject.def) return configurationOf(value);
  if (member instanceof z.ZodArray && Array.isArray(value)) {
    const item = member.element as z.ZodType;
    return item.def === idInput.def ? value.map(idFromText) : value;
  }
  return isObject(value) ? withoutNull(value) : value;
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
