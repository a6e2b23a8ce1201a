import type { Finding } from "../../engine/findings";
import { changedResources, describe, inOrder, resourceKind, type ChangedResource } from "./changedResource";
import { foundValues } from "./changedValues";
import type { PreviewStep } from "./previewDigest";

/**
 * The resources that were changed outside Pulumi since the last `pulumi up`. Of hosts and groups their provider knows, and
 * of all others what a refresh would change in the state.
 *
 * @param found what the providers found, by URN
 */
export function driftedResources(
  steps: readonly PreviewStep[],
  found: ReadonlyMap<string, Finding>,
): ChangedResource[] {
  const told = new Set<string>();
  const resources = steps.flatMap((step) => {
    if (resourceKind(step) === undefined) return changedResources([step]);
    const finding = found.get(step.urn);
    if (finding === undefined || told.has(step.urn)) return [];
    told.add(step.urn);
    if (finding.gone) return [describe(step, "delete", [])];
    return finding.values.length > 0 ? [describe(step, "update", foundValues(finding))] : [];
  });
  return inOrder(resources);
}
