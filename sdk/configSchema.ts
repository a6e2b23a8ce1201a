import * as pulumi from "@pulumi/pulumi";
import {
  isObject,
  valueAt,
  formatPropertyPath,
  type PropertyPath,
  hasUnknown,
  UNKNOWN,
  type Property,
} from "../provider/config/values";
import { programError } from "./programError";

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type SchemaResult = { readonly issues?: readonly SchemaIssue[] | undefined };

/** A schema of zod, or of any other library that knows Standard Schema (https://standardschema.dev). */
export interface ConfigurationSchema {
  readonly "~standard": {
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>;
  };
}

let demanded: ConfigurationSchema | undefined;

/**
 * Checks the `json` of every `Host` and `GroupConfig` that is made from here on, in preview already. What a secret or an
 * output holds is checked where it is known. What the schema makes of the value (defaults, conversions) is not used.
 *
 * Keys that are not there are no problem for a group, and with `ownership: "declared"`: others may keep them.
 *
 * @param schema for instance a zod schema; `undefined` ends it
 */
export function useConfigSchema(schema: ConfigurationSchema | undefined): void {
  demanded = schema;
}

/**
 * The inputs, with a `json` that fails the program where it does not fit.
 *
 * @param label names the resource in the message, such as `Host "web1"`
 */
export function withCheckedJson<Inputs extends object>(
  label: string,
  inputs: Inputs,
  isGroup: boolean,
): Inputs {
  const schema = demanded;
  const { json, ownership } = inputs as { json?: unknown; ownership?: unknown };
  if (schema === undefined || json === undefined) return inputs;
  const checked = async () => {
    const value = fromText(await knownValue(json));
    const partial = isGroup || !["whole", undefined].includes((await knownValue(ownership)) as "whole");
    const problems = isObject(value) ? await problemsOf(schema, value, partial) : [];
    if (problems.length > 0) throw programError(`${label}: ${problems.join("; ")}`);
    return json;
  };
  return { ...inputs, json: checked() };
}

async function problemsOf(schema: ConfigurationSchema, json: Property, partial: boolean): Promise<string[]> {
  const { issues = [] } = await schema["~standard"].validate(json);
  return issues.flatMap(({ message, path = [] }) => {
    const place = path.map(stepOf);
    const value = place.reduce<Property>(memberOf, json);
    if (hasUnknown(value) || (partial && value === undefined)) return [];
    return [`${formatPropertyPath(["json", ...place])}: ${message}`];
  });
}

function stepOf(step: PropertyKey | { readonly key: PropertyKey }): PropertyPath[number] {
  const key = typeof step === "object" ? step.key : step;
  return typeof key === "number" ? key : String(key);
}

/** The member; what is not known stays so below itself. */
function memberOf(value: Property, step: PropertyPath[number]): Property {
  if (Array.isArray(value)) return value[Number(step)];
  if (isObject(value)) return valueAt(value, String(step));
  return hasUnknown(value) ? value : undefined;
}

/** A configuration may come as the JSON text of the object. */
function fromText(value: Property): Property {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as Property;
  } catch {
    return value;
  }
}

/** The value with everything in it that is known by now. */
async function knownValue(value: unknown): Promise<Property> {
  if (pulumi.Output.isInstance(value)) {
    // Not in the public types; `apply` would never call back for what is not known.
    const output = value as unknown as { isKnown: Promise<boolean>; promise(): Promise<unknown> };
    return (await output.isKnown) ? knownValue(await output.promise()) : UNKNOWN;
  }
  if (value instanceof Promise) return knownValue(await value);
  if (Array.isArray(value)) return Promise.all(value.map(knownValue));
  if (typeof value !== "object" || value === null) return value as Property;
  const members = await Promise.all(
    Object.entries(value).map(async ([key, member]) => [key, await knownValue(member)] as const),
  );
  return Object.fromEntries(members);
}
