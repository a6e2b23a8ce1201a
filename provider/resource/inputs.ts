import type { CheckFailure } from "../config/configSchema";
import { z } from "zod";
import { configurationObject, idInput, configurationOf } from "../config/configurationValue";
import {
  isObject,
  valueAt,
  formatPropertyPath,
  isUnknown,
  type Properties,
  type Property,
  type PropertyPath,
} from "../config/values";

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

/** What a resource is defined by. */
export interface PropertyShapes {
  readonly inputs: z.ZodObject;
  readonly outputs: z.ZodObject;
}

/** Every public property of a resource in the state. */
export function propertyNames({ inputs, outputs }: PropertyShapes): string[] {
  return [...new Set([...Object.keys(outputs.shape), ...Object.keys(inputs.shape)])];
}

/** Inputs that are outputs as well: in the state, these say what the service has, and not what the program gave. */
export function reportedInputs({ inputs, outputs }: PropertyShapes): string[] {
  return Object.keys(inputs.shape).filter((input) => Object.hasOwn(outputs.shape, input));
}

/** Inputs among what is secret whatever the program says. */
export function secretInputs(
  { inputs }: Pick<PropertyShapes, "inputs">,
  secret: readonly string[],
): string[] {
  return secret.filter((property) => Object.hasOwn(inputs.shape, property));
}

/** Inputs whose value may stand on a screen. */
export function shownInputs({ inputs }: Pick<PropertyShapes, "inputs">): string[] {
  return Object.entries<z.ZodType>(inputs.shape)
    .filter(([, input]) => input.meta()?.shown === true)
    .map(([name]) => name);
}

/** What the check of a resource's inputs gives. */
export interface CheckResult {
  inputs: import("../config/values").Properties;
  failures: CheckFailure[];
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

/** What the package schema needs to know of an input, an output or an argument beside its form. */
declare module "zod" {
  interface GlobalMeta {
    /** Name of the type in programs, for an enum or an object. */
    typeName?: string | undefined;
    /**
     * What counts where the program says nothing; the same for every stack. Of an input itself, never of a member inside
     * one: generators make one output of an object with defaults, and one unknown or secret value in it makes all of it so.
     */
    default?: string | number | boolean | undefined;
    /** Whether a change asks for another resource. */
    replaces?: boolean | undefined;
    /** Whether the value of an input may stand on a screen beside what is wrong with it. Of no input that holds texts of users. */
    shown?: boolean | undefined;
  }
}

export {};
