import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ErrorObject } from "ajv";
import { ExactNumber, nearestNumber } from "../api/json";
import {
  isObject,
  formatPropertyPath,
  type PropertyPath,
  type Properties,
  type Property,
  valueAt,
  hasUnknown,
  isUnknown,
} from "./values";

/** An input that cannot be used, as Pulumi shows it. */
export interface CheckFailure {
  /** The input, as a property path: `deploy.type`. */
  property: string;
  /** What is wrong with it and what to do. */
  reason: string;
}

/** One thing that a team's schema finds wrong. */
interface ConfigurationProblem {
  /** From the configuration on: `["php", "version"]`. */
  path: PropertyPath;
  /** Names no value of the configuration, since that may be a secret. */
  message: string;
  /** The schema itself is at fault, so it has said nothing. Default: it has. */
  ofSchema?: true;
}

/** What a team demands of its own `json`. */
export interface ConfigurationRule {
  /** Where the demand comes from, as messages name it. */
  source: string;
  /** @param partial other keys may be there that the program does not declare: nothing can be missing */
  problems(json: Properties, partial: boolean): ConfigurationProblem[];
}

/** More problems than these of one resource are counted. */
const mostProblems = 20;

/** What a team's rule finds wrong with the input `json`. What is not known yet is not judged. */
export function checkConfiguration(
  rule: ConfigurationRule | undefined,
  inputs: Properties,
  partial: boolean,
): CheckFailure[] {
  const { json } = inputs;
  if (rule === undefined || !isObject(json)) return [];
  const problems = rule.problems(withNumbers(json), partial);
  const shown = problems.slice(0, mostProblems).map(({ path, message, ofSchema }) => ({
    property: formatPropertyPath(["json", ...path]),
    reason: ofSchema === true ? message : `${message}, says ${rule.source}`,
  }));
  const more = problems.length - shown.length;
  return more === 0
    ? shown
    : [...shown, { property: "json", reason: `and ${more} more problems, says ${rule.source}` }];
}

/** The configuration with JavaScript's numbers only, which is all that a validator knows. */
function withNumbers(json: Properties): Properties {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, numbersIn(value)]));
}

function numbersIn(value: Property): Property {
  if (value instanceof ExactNumber) return nearestNumber(value);
  if (Array.isArray(value)) return value.map(numbersIn);
  return isObject(value) ? withNumbers(value) : value;
}

type Validate = ((value: unknown) => unknown) & { errors?: ErrorObject[] | null };

/** What is wrong with a schema file, and what to do. */
class ConfigSchemaError extends Error {}

/**
 * The rule of a JSON schema file, such as `hostconfig:configSchema` names it. A file that cannot be used is the one
 * problem of every configuration, so that a preview stops.
 *
 * @param file relative to the current folder, which is the project's
 */
export function configSchemaFile(file: string): ConfigurationRule {
  let validate: Validate | undefined;
  return {
    source: file,
    problems: (json: Properties, partial: boolean): ConfigurationProblem[] => {
      try {
        validate ??= compile(file);
      } catch (error) {
        if (!(error instanceof ConfigSchemaError)) throw error;
        return [{ path: [], message: `cannot be checked: ${error.message}`, ofSchema: true }];
      }
      return validate(json) === true ? [] : schemaProblems(validate.errors ?? [], json, partial);
    },
  };
}

function compile(file: string): Validate {
  const schema = parse(read(file));
  const ajv = validator(schema);
  try {
    return ajv.compile(schema) as Validate;
  } catch (error) {
    throw new ConfigSchemaError(`hostconfig:configSchema is no usable JSON schema: ${messageOf(error)}`);
  }
}

function read(file: string): string {
  const path = resolve(file);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigSchemaError(
      `hostconfig:configSchema names ${path}, which cannot be read (${messageOf(error)}). A relative path counts from the folder of the project.`,
    );
  }
}

function parse(text: string): object | boolean {
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema === "boolean") return schema;
    if (typeof schema === "object" && schema !== null && !Array.isArray(schema)) return schema;
  } catch (error) {
    throw new ConfigSchemaError(`hostconfig:configSchema is no JSON: ${messageOf(error)}`);
  }
  throw new ConfigSchemaError("hostconfig:configSchema is no JSON schema, which is an object");
}

/* eslint-disable @typescript-eslint/no-require-imports -- loaded only where a schema is given */
/** The validator of the draft that the schema names; without one, of the newest. */
function validator(schema: object | boolean): { compile(schema: object | boolean): unknown } {
  const draft = typeof schema === "object" && "$schema" in schema ? String(schema.$schema) : "2020-12";
  // Unknown keywords are an editor's or a generator's own; `format` is an annotation, as the standard has it.
  const options = { allErrors: true, strict: false, validateFormats: false, logger: false as const };
  if (draft.includes("2020-12")) {
    const { Ajv2020 } = require("ajv/dist/2020") as typeof import("ajv/dist/2020");
    return new Ajv2020(options);
  }
  if (draft.includes("2019-09")) {
    const { Ajv2019 } = require("ajv/dist/2019") as typeof import("ajv/dist/2019");
    return new Ajv2019(options);
  }
  if (draft.includes("draft-07")) {
    const { Ajv } = require("ajv") as typeof import("ajv");
    return new Ajv(options);
  }
  throw new ConfigSchemaError(
    `hostconfig:configSchema names the draft ${draft}; draft-07, 2019-09 and 2020-12 can be read`,
  );
}
/* eslint-enable @typescript-eslint/no-require-imports */

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Keywords that combine schemas: whether they hold depends on everything inside the value. */
const combining = new Set([
  "anyOf",
  "oneOf",
  "not",
  "if",
  "contains",
  "dependentSchemas",
  "unevaluatedProperties",
  "unevaluatedItems",
]);
/** Keywords that compare the whole value. */
const comparing = new Set(["const", "enum", "uniqueItems"]);
/** Keywords that ask for something to be there. */
const demanding = new Set(["required", "dependentRequired", "dependencies", "minProperties"]);

interface Finding {
  error: ErrorObject;
  path: PropertyPath;
}

/**
 * What the validator found, as problems. Where it depends on a value that is not known yet, or with `partial` on keys that
 * may be there all the same, nothing is said.
 */
function schemaProblems(
  errors: readonly ErrorObject[],
  json: Properties,
  partial: boolean,
): ConfigurationProblem[] {
  const found = errors.map((error): Finding => ({ error, path: pathOf(error.instancePath, json) }));
  const open = found
    .filter(({ error, path }) => combining.has(error.keyword) && (partial || hasUnknown(at(json, path))))
    .map(({ error }) => error.instancePath);
  const decided = found.filter(({ error, path }) => {
    if (open.some((prefix) => isWithin(error.instancePath, prefix))) return false;
    if (partial && demanding.has(error.keyword)) return false;
    const value = at(json, path);
    return !isUnknown(value) && !(comparing.has(error.keyword) && hasUnknown(value));
  });
  const alternatives = decided.filter(({ error }) => ["anyOf", "oneOf"].includes(error.keyword));
  const inside = (finding: Finding) =>
    alternatives.some(({ error }) => finding.error.schemaPath.startsWith(`${error.schemaPath}/`));
  const problems = decided
    // `if` only repeats that what `then` or `else` found is wrong.
    .filter((finding) => finding.error.keyword !== "if" && !inside(finding))
    .map((finding) => problemOf(finding, decided));
  return problems.filter(
    (problem, index) => problems.findIndex((other) => sameProblem(problem, other)) === index,
  );
}

function sameProblem(one: ConfigurationProblem, other: ConfigurationProblem): boolean {
  return one.message === other.message && formatPropertyPath(one.path) === formatPropertyPath(other.path);
}

function problemOf({ error, path }: Finding, all: readonly Finding[]): ConfigurationProblem {
  const { keyword, message = "does not fit" } = error;
  const params = error.params as Record<string, unknown>;
  switch (keyword) {
    case "required":
    case "dependentRequired":
    case "dependencies":
      return { path: [...path, String(params.missingProperty)], message: "is required" };
    case "additionalProperties":
      return { path: [...path, String(params.additionalProperty)], message: "there is no such key" };
    case "unevaluatedProperties":
      return { path: [...path, String(params.unevaluatedProperty)], message: "there is no such key" };
    case "propertyNames":
      return { path: [...path, String(params.propertyName)], message: "the key is not allowed" };
    case "enum":
      return { path, message: `must be one of ${listed(params.allowedValues)}` };
    case "const":
      return { path, message: `must be ${JSON.stringify(params.allowedValue)}` };
    case "anyOf":
    case "oneOf":
      return { path, message: alternativesText(error, path, all) ?? message };
    default:
      return { path, message };
  }
}

/** What each alternative asks for. */
function alternativesText(
  { schemaPath }: ErrorObject,
  path: PropertyPath,
  all: readonly Finding[],
): string | undefined {
  const branches = all.filter(({ error }) => error.schemaPath.startsWith(`${schemaPath}/`));
  const texts = branches.map((branch) => {
    const { path: place, message } = problemOf(branch, []);
    const below = place.slice(path.length);
    return below.length === 0 ? message : `${formatPropertyPath(below)} ${message}`;
  });
  const different = [...new Set(texts)];
  return different.length === 0
    ? undefined
    : `fits none of the alternatives: ${different.slice(0, 5).join("; or ")}`;
}

function listed(values: unknown): string {
  return Array.isArray(values)
    ? values.map((value) => JSON.stringify(value)).join(", ")
    : "the listed values";
}

/** A JSON pointer as a path; digits are an index where there is a list. */
function pathOf(pointer: string, json: Properties): PropertyPath {
  let value: Property = json;
  return pointer
    .split("/")
    .slice(1)
    .map((step) => {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      const index = Array.isArray(value);
      value = Array.isArray(value) ? value[Number(key)] : isObject(value) ? valueAt(value, key) : undefined;
      return index ? Number(key) : key;
    });
}

function at(json: Properties, path: PropertyPath): Property {
  return path.reduce<Property>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isObject(value) ? valueAt(value, String(step)) : value;
  }, json);
}

function isWithin(pointer: string, prefix: string): boolean {
  return pointer === prefix || pointer.startsWith(`${prefix}/`);
}
