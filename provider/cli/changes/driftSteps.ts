import { CommandError } from "../errors/commandError";
import { sameMeaning } from "../../lifecycle/configuration/sameMeaning";
import type { Surroundings } from "../surroundings";
import { changedResources } from "./changedResource";
import type { PreviewStep } from "./previewDigest";
import { runPreview, type Preview } from "./runPreview";

/**
 * What a refresh would change in the state.
 *
 * Of resources without a detailed diff, the dynamic ones, the CLI counts a change and prints the state from before it
 * only; a preview with a refresh has both.
 */
export async function driftSteps(surroundings: Surroundings, stack: string | undefined): Promise<Preview> {
  const refresh = await runPreview(surroundings, ["refresh", "--preview-only"], stack);
  const told = new Set(changedResources(refresh.steps).map(({ urn }) => urn));
  if (refresh.changes <= told.size) return refresh;
  const { steps, warnings } = await runPreview(surroundings, ["preview", "--refresh"], stack);
  const found = steps.flatMap((step) => (told.has(step.urn) ? [] : refreshed(step, steps)));
  if (found.length === 0) {
    throw new CommandError("Pulumi counts a change on the platform, and does not tell what it is.", [
      "`pulumi refresh --preview-only --diff` shows it.",
    ]);
  }
  return { ...refresh, steps: [...refresh.steps, ...found], warnings };
}

/** The change that the refresh of a resource makes: what comes after starts from its result. */
function refreshed(before: PreviewStep, steps: readonly PreviewStep[]): PreviewStep[] {
  if (before.op !== "refresh") return [];
  const after = steps.find(({ op, urn }) => urn === before.urn && op !== "refresh");
  if (!after?.oldState || !before.oldState) return [];
  const same = sameMeaning(before.oldState.inputs ?? {}, after.oldState.inputs ?? {});
  // A secret is masked on both sides: that it is to be put back is all that tells.
  if (same && after.op !== "update") return [];
  return [{ op: "update", urn: before.urn, oldState: before.oldState, newState: after.oldState }];
}
