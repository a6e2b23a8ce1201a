import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { restoreDeclared } from "../configuration/restoreDeclared";
import { knownConfiguration } from "../configuration/savePlan";
import { sameMeaning } from "../configuration/sameMeaning";
import type { Properties } from "../configuration/unknown";
import { resolveDeployOptions } from "../deployment/deployOptions";
import type { LifecycleContext } from "../lifecycleContext";
import { reconcile } from "../reconcile";
import { groupHolder, groupHostLabel, targetHosts } from "./applyGroup";
import { groupStateOf, type GroupState } from "./groupOutputs";

/**
 * Lets a group go. No endpoint deletes one: it stays on the platform, and with `onDestroy: "restore"` its configuration
 * from before the takeover is saved, and `deployHosts` deployed, first.
 */
export async function deleteGroup(context: LifecycleContext, olds: Properties): Promise<void> {
  const state = groupStateOf(olds);
  const { previous } = state.memory;
  const label = `Group ${state.inputs.groupId} (${state.name})`;
  if (state.inputs.onDestroy !== "restore" || previous === undefined) {
    context.progress.info(`${label} stays on the platform as it is; it is no longer managed here.`);
    return;
  }
  try {
    await restore(context, state, previous);
    context.progress.info(`${label} has the configuration again that it had before it was managed here.`);
  } catch (error) {
    // Gone already: there is nothing left to restore.
    if (!(error instanceof NotFoundError)) throw error;
  }
}

async function restore(context: LifecycleContext, state: GroupState, previous: JsonObject): Promise<void> {
  const { inputs } = state;
  const ownership = inputs.ownership ?? "whole";
  const deploys = inputs.deploy?.onUpdate ?? true;
  const defaults = { wait: context.waitByDefault, timeoutSeconds: context.timeoutSeconds };
  const reached = await reconcile(context, groupHolder(context, inputs.groupId), {
    json: ownership === "declared" ? restoreDeclared(previous, inputs.json) : previous,
    ownership,
    known: ownership === "declared" ? knownConfiguration(state) : undefined,
    saveAnyway: false,
    deployAfterSave: deploys,
    deployUnpublished: false,
    // A restore that an earlier try has saved and not deployed is deployed by this one.
    triggered: deploys && !sameMeaning(previous, state.savedJson),
    digest: "restored",
    options: resolveDeployOptions(inputs.deploy, defaults),
    targets: targetHosts(inputs).map((id) => ({
      target: { id, label: groupHostLabel(inputs, id) },
      ledger: {},
    })),
  });
  if (reached.errors.length > 0) throw reached.errors[0];
}
