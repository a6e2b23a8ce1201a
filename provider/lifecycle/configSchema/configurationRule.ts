import { ExactNumber, nearestNumber } from "../../api/exactNumbers";
import { isObject } from "../configuration/jsonKinds";
import { formatPropertyPath, type PropertyPath } from "../configuration/propertyPath";
import type { Properties, Property } from "../configuration/unknown";
import type { CheckFailure } from "../properties/checkFailure";

/** One thing that a team's schema finds wrong. */
export interface ConfigurationProblem {
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
