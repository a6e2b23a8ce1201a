import type { Properties } from "../configuration/unknown";
import type { CheckResult } from "../properties/checkFailure";
import { checkShape } from "../properties/checkShape";
import { normalizeInputs } from "../properties/normalizeInputs";
import { groupInputs } from "./groupInputs";

/** Validates a group's inputs, in preview already; reaches no service. */
export function checkGroup(news: Properties): CheckResult {
  const inputs = normalizeInputs(news, { ids: ["groupId"], idLists: ["deployHosts"], objects: ["json"] });
  return { inputs, failures: checkShape(groupInputs, inputs) };
}
