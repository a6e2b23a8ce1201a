import { z } from "zod";
import { isObject } from "../configuration/jsonKinds";
import { formatPropertyPath } from "../configuration/propertyPath";
import { isUnknown, type Properties, type Property } from "../configuration/unknown";
import type { CheckFailure } from "./checkFailure";

/** What the schema finds wrong with the inputs. What is not known yet is not judged. */
export function checkShape(schema: z.ZodObject, inputs: Properties): CheckFailure[] {
  const parsed = schema.safeParse(inputs);
  if (parsed.success) return [];
  return parsed.error.issues
    .filter((issue) => !leadsToUnknown(inputs, issue.path))
    .flatMap((issue) => failuresOf(issue, schema));
}

function failuresOf(issue: z.core.$ZodIssue, schema: z.ZodObject): CheckFailure[] {
  if (issue.code === "unrecognized_keys") {
    const known = issue.path.length === 0 ? Object.keys(schema.shape) : undefined;
    return issue.keys.map((key) => ({
      property: pathText([...issue.path, key]),
      reason: `there is no such input${known === undefined ? "" : `; the inputs are ${known.join(", ")}`}`,
    }));
  }
  const property = pathText(issue.path);
  if (issue.code === "invalid_type" && /received undefined/.test(issue.message)) {
    return [{ property, reason: `${property} is required` }];
  }
  return [{ property, reason: issue.message.replace(/^Invalid (?:input|option): /, "") }];
}

function pathText(path: readonly PropertyKey[]): string {
  return formatPropertyPath(path.map((step) => (typeof step === "number" ? step : String(step))));
}

function leadsToUnknown(inputs: Properties, path: readonly PropertyKey[]): boolean {
  let value: Property = inputs;
  for (const step of path) {
    if (isUnknown(value)) return true;
    if (isObject(value)) value = value[String(step)];
    else if (Array.isArray(value)) value = value[Number(step)];
    else return false;
  }
  return isUnknown(value);
}
