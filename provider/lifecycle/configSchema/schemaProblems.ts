import type { ErrorObject } from "ajv";
import { formatPropertyPath, type PropertyPath } from "../configuration/propertyPath";
import { isObject, valueAt } from "../configuration/jsonKinds";
import { hasUnknown, isUnknown, type Properties, type Property } from "../configuration/unknown";
import type { ConfigurationProblem } from "./configurationRule";

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
export function schemaProblems(
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
