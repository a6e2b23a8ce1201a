import { checkConfiguration, type ConfigurationRule } from "../../config/configSchema";
import type { Properties } from "../../config/values";
import { type CheckResult, checkShape, normalizeInputs } from "../inputs";
import { groupInputs } from "./group";

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
