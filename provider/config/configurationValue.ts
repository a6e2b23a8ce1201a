import { z } from "zod";
import { type JsonObject, ExactNumber, holdsExactNumber, parseJson, writeJson, isTooDeep } from "../api/json";
import { conflictAnswers } from "../api/settings";
import { isObject, type Property, asObject, valueAt, type Properties } from "./values";

/** A configuration object. Passed on as it is, so that keys such as `__proto__` survive. */
export const configurationObject = z.custom<JsonObject>(
  (value) => isObject(value as Property),
  "expected an object, or the JSON text of one",
);

export const ownershipInput = z
  .enum(["whole", "declared"])
  .optional()
  .describe(
    "`whole` (default): `json` is all there is, and other keys are removed. `declared`: the program owns only the keys that it names, at any depth; keys that others keep survive every save, and a key that is removed from the program is removed from the service.",
  )
  .meta({ typeName: "Ownership", default: "whole", shown: true });

export const onConflictInput = z
  .enum(conflictAnswers)
  .optional()
  .describe(
    "What to do if a save would overwrite or remove a value that was changed outside Pulumi since the last `pulumi up` or `pulumi refresh`: `warn` saves and reports each path with both values, `fail` saves nothing and reports the same, `overwrite` saves without a message. Default: the configuration `hostconfig:onConflict`, else `warn`. If neither is set, an adoption that would remove keys fails.",
  )
  .meta({ typeName: "OnConflict", shown: true });

/** A positive integer that the service could have given out. */
export const idInput = z
  .number("expected an id, a whole number")
  .int("expected an id, a whole number")
  .positive();

/*
 * Pulumi's numbers are JavaScript's, in programs, on the wire and in the state. An input that holds an exact number
 * therefore is the JSON text of its configuration, as a program has to write it. An output that is made for programs shows
 * the number as a text, and the memory of the state has the JSON text of what is behind it.
 */

/** Inputs that are configurations, and outputs under the same names. */
const configurationInputs = ["json", "jsonAdmin"] as const;

/** Where the memory keeps the JSON text of the configurations in it, and of `savedJson`, that hold exact numbers. */
const exactMember = "exact";

/** The properties as Pulumi can keep them. */
export function closed(properties: Properties): Properties {
  if (!holdsExactNumber(properties)) return properties;
  const { savedJson, __state: memory } = properties;
  const entries = Object.entries(properties).map(([key, value]): [string, Property] => [
    key,
    isConfigurationInput(key) && holdsExactNumber(value) ? writeJson(value) : asShown(value),
  ]);
  const shown = Object.fromEntries(entries);
  if (!isObject(memory)) return shown;
  const exact = writeJson({
    ...(holdsExactNumber(savedJson) ? { savedJson } : {}),
    memory: Object.fromEntries(Object.entries(memory).filter(([, member]) => holdsExactNumber(member))),
  });
  const { __state: shownMemory } = shown;
  return { ...shown, __state: { ...asObject(shownMemory), [exactMember]: exact } };
}

/** The properties that were closed, or given by a program, with the configurations as objects. */
export function opened(properties: Properties): Properties {
  const texts = configurationInputs.filter((key) => typeof properties[key] === "string");
  const { __state: memory } = properties;
  const exact = isObject(memory) ? valueAt(memory, exactMember) : undefined;
  if (texts.length === 0 && exact === undefined) return properties;
  const inputs = Object.fromEntries(texts.map((key) => [key, configurationOf(properties[key])]));
  if (!isObject(memory) || exact === undefined) return { ...properties, ...inputs };
  const rest = Object.fromEntries(Object.entries(memory).filter(([key]) => key !== exactMember));
  const kept = configurationOf(exact);
  const { savedJson, memory: members } = isObject(kept) ? kept : {};
  return {
    ...properties,
    ...inputs,
    ...(savedJson === undefined ? {} : { savedJson }),
    __state: { ...rest, ...asObject(members) },
  };
}

/** A configuration may come as the JSON text of the object, as the service itself may return it; anything else as it is. */
export function configurationOf(value: Property): Property {
  if (typeof value !== "string") return asObject(value) ?? value;
  try {
    const read = parseJson(value) as Property;
    return isTooDeep(read) ? value : (asObject(read) ?? value);
  } catch {
    return value;
  }
}

function isConfigurationInput(key: string): boolean {
  return configurationInputs.some((input) => input === key);
}

function asShown(value: Property): Property {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return value.map(asShown);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asShown(member)]));
}
