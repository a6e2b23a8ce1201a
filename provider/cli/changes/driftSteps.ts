import { CommandError } from "../errors/commandError";
import { sameMeaning } from "../../lifecycle/configuration/sameMeaning";
import type { Surroundings } from "../surroundings";
import { changedResources, resourceKind } from "./changedResource";
import type { PreviewStep } from "./previewDigest";
import { runPreview, type Preview } from "./runPreview";

/**
 * What a refresh finds, without changing the state.
 *
 * Of dynamic resources of other packages, which have no detailed diff, the CLI counts a change and prints the state from
 * before it only; a preview with a refresh has both.
 */
export async function driftSteps(surroundings: Surroundings, stack: string | undefined): Promise<Preview> {
  const refresh = await runPreview(surroundings, ["refresh", "--preview-only"], stack);
  const told = new Set(changedResources(refresh.steps).map(({ urn }) => urn));
  const untold = refresh.steps.filter(
    ({ op, urn }) => op === "refresh" && !told.has(urn) && !/::pulumi:[^:]+:/.test(urn),
  );
  const own = untold.filter((step) => resourceKind(step) !== undefined);
  if (refresh.changes <= told.size || own.length === untold.length) return refresh;
  const { steps } = await runPreview(surroundings, ["preview", "--refresh"], stack);
  const found = steps.flatMap((step) =>
    told.has(step.urn) || resourceKind(step) !== undefined ? [] : refreshed(step, steps),
  );
  // Hosts and groups are counted as well; what changed of them their own provider tells.
  if (found.length === 0 && refresh.changes > told.size + own.length) {
    throw new CommandError("Pulumi counts a change on the platform, and does not tell what it is.", [
      "`pulumi refresh --preview-only --diff` shows it.",
    ]);
  }
  return { ...refresh, steps: [...refresh.steps, ...found] };
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
