import type { Finding } from "../../engine/findings";
import { partsOf, resourceKind } from "./changedResource";
import type { PreviewStep } from "./previewDigest";

/**
 * What the providers have found about the resources of a preview, by their URNs; of several findings the last.
 *
 * The URN that a dynamic resource keeps may be from before its stack or itself was renamed: it is then known by its id.
 */
export function foundBy(
  operation: Finding["operation"],
  findings: readonly Finding[],
  steps: readonly PreviewStep[],
): Map<string, Finding> {
  const own = new Map(
    findings.filter((finding) => finding.operation === operation).map((finding) => [finding.urn, finding]),
  );
  const found = new Map<string, Finding>();
  const left = new Map(own);
  for (const { urn } of steps) {
    const finding = own.get(urn);
    if (finding === undefined) continue;
    found.set(urn, finding);
    left.delete(urn);
  }
  for (const step of steps) {
    if (found.has(step.urn) || resourceKind(step) === undefined) continue;
    const [finding] = [...left.values()].filter((one) => isOf(one, step)).sort(sameNameFirst(step));
    if (finding === undefined) continue;
    found.set(step.urn, finding);
    left.delete(finding.urn);
  }
  return found;
}

function isOf({ kind, id }: Finding, step: PreviewStep): boolean {
  return kind === resourceKind(step) && id === (step.oldState?.id ?? step.newState?.id);
}

function sameNameFirst({ urn }: PreviewStep): (one: Finding, other: Finding) => number {
  const isSame = (finding: Finding) => Number(partsOf(finding.urn).name === partsOf(urn).name);
  return (one, other) => isSame(other) - isSame(one);
}
