import { z } from "zod";
import { type CheckFailure, checkConfiguration, type ConfigurationRule } from "../config/configSchema";
import { configurationObject, configurationOf, idInput } from "../config/configurationValue";
import {
  formatPropertyPath,
  isObject,
  isUnknown,
  type Properties,
  type Property,
  type PropertyPath,
  valueAt,
} from "../config/values";
import type { ResourceDefinition } from "./definition";

/** What the check of a resource's inputs gives. */
export interface CheckResult {
  inputs: Properties;
  failures: CheckFailure[];
}

/**
 * Validates a resource's inputs, in preview already; reaches no service.
 *
 * @param olds the inputs of the last update, empty for a new resource
 * @param rule what the team demands of its own `json`
 */
export function checkResource(
  definition: ResourceDefinition,
  olds: Properties,
  news: Properties,
  rule?: ConfigurationRule,
): CheckResult {
  const inputs = normalizeInputs(news, definition.inputs);
  const failures = [
    ...checkShape(definition.inputs, inputs),
    ...checkConfiguration(rule, inputs, definition.declaresPart(inputs)),
    ...definition.check(normalizeInputs(olds, definition.inputs), inputs),
  ];
  return { inputs, failures };
}

/** What the schema finds wrong with the inputs. What is not known yet is not judged. */
export function checkShape(schema: z.ZodObject, inputs: Properties): CheckFailure[] {
  const issues = schema.safeParse(inputs).error?.issues ?? [];
  const failures = issues.flatMap((issue) => failuresOf(issue, schema, inputs));
  const told = new Set(failures.map(({ property }) => property));
  return [...failures, ...unwritableNumbers(inputs).filter(({ property }) => !told.has(property))];
}

function failuresOf(issue: z.core.$ZodIssue, schema: z.ZodObject, inputs: Properties): CheckFailure[] {
  if (issue.code === "unrecognized_keys") {
    const known = inputNames(schema, issue.path);
    return issue.keys.map((key) => ({
      property: pathText([...issue.path, key]),
      reason: `there is no such input${known.length === 0 ? "" : `; the inputs are ${known.join(", ")}`}`,
    }));
  }
  const property = pathText(issue.path);
  const value = inputAt(inputs, issue.path);
  if (isUnknown(value)) return [];
  if (value === undefined) return [{ property, reason: `${property} is required` }];
  return [{ property, reason: issue.message.replace(/^Invalid (?:input|option): /, "") }];
}

function pathText(path: readonly PropertyKey[]): string {
  return formatPropertyPath(path.map((step) => (typeof step === "number" ? step : String(step))));
}

/** The value at the path, or what is not known yet on the way to it. */
function inputAt(inputs: Properties, path: readonly PropertyKey[]): Property {
  return path.reduce<Property>((value, step) => {
    if (isObject(value)) return valueAt(value, String(step));
    return Array.isArray(value) ? value[Number(step)] : value;
  }, inputs);
}

/** The inputs that there are at the path. */
function inputNames(schema: z.ZodObject, path: readonly PropertyKey[]): string[] {
  const inner = path.reduce<unknown>((outer, step) => {
    const member = outer instanceof z.ZodObject ? (outer.shape as z.ZodRawShape)[String(step)] : undefined;
    return member instanceof z.ZodOptional ? member.unwrap() : member;
  }, schema);
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** Numbers that JSON has no form for: neither the service nor the state could hold them. */
function unwritableNumbers(value: Property, path: PropertyPath = []): CheckFailure[] {
  if (typeof value === "number" && !Number.isFinite(value)) {
    return [{ property: formatPropertyPath(path), reason: `${value} cannot be written as JSON` }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unwritableNumbers(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => unwritableNumbers(member, [...path, key]));
}

/** Inputs without those that are not set, with configurations as objects and ids as numbers if they came as text. */
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
