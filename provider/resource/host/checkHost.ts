import { sameMeaning } from "../../config/compare";
import { type CheckFailure, checkConfiguration, type ConfigurationRule } from "../../config/configSchema";
import { isUnknown, type Properties, type Property } from "../../config/values";
import { type CheckResult, checkShape, normalizeInputs } from "../inputs";
import { createOnlyAdvice, createOnlyInputs, hostInputs } from "./host";

/**
 * Validates a host's inputs, in preview already; reaches no service.
 *
 * @param olds the inputs of the last update, empty for a new resource
 * @param rule what the team demands of its own `json`
 */
export function checkHost(olds: Properties, news: Properties, rule?: ConfigurationRule): CheckResult {
  const inputs = normalizeInputs(news, hostInputs);
  const failures = [
    ...checkShape(hostInputs, inputs),
    ...checkConfiguration(rule, inputs, inputs.ownership !== undefined && inputs.ownership !== "whole"),
    ...checkIdentity(inputs),
    ...checkCreateOnly(normalizeInputs(olds, hostInputs), inputs),
  ];
  return { inputs, failures };
}

/** A host is either adopted by its id or created by name and client. */
function checkIdentity(inputs: Properties): CheckFailure[] {
  if (inputs.hostId !== undefined) {
    return ["name", "clientId", "ifExists", ...createOnlyInputs]
      .filter((input) => inputs[input] !== undefined)
      .map((property) => ({
        property,
        reason: `${property} counts only when a host is created; with hostId an existing host is adopted. Remove ${property}, or give name and clientId instead of hostId`,
      }));
  }
  if (inputs.name === undefined && inputs.clientId === undefined) {
    return [
      {
        property: "hostId",
        reason: "give hostId to adopt an existing host, or name and clientId to create one",
      },
    ];
  }
  return ["name", "clientId"]
    .filter((input) => inputs[input] === undefined)
    .map((property) => ({
      property,
      reason: `${property} is required to create a host: give both name and clientId`,
    }));
}

function checkCreateOnly(olds: Properties, inputs: Properties): CheckFailure[] {
  const isNew = Object.keys(olds).length === 0;
  if (isNew || becomesAnotherHost(olds, inputs)) return [];
  return (
    createOnlyInputs
      // Another `active` may be what the host is by now: only the comparison with the state can tell.
      .filter((input) => input !== "active")
      .filter((input) => inputs[input] !== undefined && !isUnchanged(olds[input], inputs[input]))
      .map((property) => ({
        property,
        reason: `${property} ${createOnlyAdvice(property)}`,
      }))
  );
}

function becomesAnotherHost(olds: Properties, inputs: Properties): boolean {
  return ["hostId", "name", "clientId"].some(
    (key) => inputs[key] !== undefined && !isUnchanged(olds[key], inputs[key]),
  );
}

function isUnchanged(old: Property, now: Property): boolean {
  return isUnknown(now) || sameMeaning(old, now);
}
