import { z } from "zod";
import { isObject, valueAt } from "../configuration/jsonKinds";
import { formatPropertyPath } from "../configuration/propertyPath";
import { isUnknown, type Properties, type Property } from "../configuration/unknown";
import type { CheckFailure } from "./checkFailure";
import { unwritableNumbers } from "./unwritableNumbers";

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
