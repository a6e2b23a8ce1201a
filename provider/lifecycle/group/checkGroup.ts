import type { Properties } from "../configuration/unknown";
import { checkConfiguration, type ConfigurationRule } from "../configSchema/configurationRule";
import type { CheckResult } from "../properties/checkFailure";
import { checkShape } from "../properties/checkShape";
import { normalizeInputs } from "../properties/normalizeInputs";
import { groupInputs } from "./groupInputs";

/**
 * Validates a group's inputs, in preview already; reaches no service.
 *
 * @param rule what the team demands of its own `json`
 */
export function checkGroup(news: Properties, rule?: ConfigurationRule): CheckResult {
  const inputs = normalizeInputs(news, groupInputs);
  // Hosts add their own keys to what they inherit.
  return {
    inputs,
    failures: [...checkShape(groupInputs, inputs), ...checkConfiguration(rule, inputs, true)],
  };
}
