import { changedResources, inOrder, resourceKind, type ChangedResource } from "./changedResource";
import type { PreviewStep } from "./previewDigest";

/**
 * The resources that a refresh finds changed past Pulumi.
 *
 * Of a host or a group that is the configuration and nothing else: no host holds the other inputs. Where the last
 * update failed after its save, the engine's own comparison starts from before that save.
 *
 * @param unpublished the URNs of what is saved and not published yet
 */
export function driftedResources(
  steps: readonly PreviewStep[],
  unpublished: ReadonlySet<string>,
): ChangedResource[] {
  const found = steps.flatMap((step) => {
    if (step.op !== "update" || resourceKind(step) === undefined) return changedResources([step]);
    if (holdsWhatWasSaved(step)) return [];
    return changedResources([step]).flatMap((resource) => {
      const values = resource.values.filter(({ path }) => /^json(?![\w-])/.test(path));
      // Without a list of paths a secret may have been changed, or nothing, where an update is due anyway.
      const mayBeSecret = !step.detailedDiff && !unpublished.has(step.urn);
      return values.length > 0 || mayBeSecret ? [{ ...resource, values }] : [];
    });
  });
  return inOrder(found);
}

/** The fingerprint changes exactly when the service holds something else than after the last save. */
function holdsWhatWasSaved({ oldState, newState }: PreviewStep): boolean {
  const before = oldState?.outputs?.fingerprint;
  return typeof before === "string" && before === newState?.outputs?.fingerprint;
}
