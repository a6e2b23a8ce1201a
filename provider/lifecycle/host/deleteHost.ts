import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { restoreDeclared } from "../configuration/restoreDeclared";
import { knownConfiguration } from "../configuration/savePlan";
import { sameMeaning } from "../configuration/sameMeaning";
import type { Properties } from "../configuration/unknown";
import { resolveDeployOptions } from "../deployment/deployOptions";
import type { LifecycleContext } from "../lifecycleContext";
import { reconcile } from "../reconcile";
import { hostContext, hostLabel } from "./applyHost";
import { hostStateOf, type HostState } from "./hostOutputs";

/**
 * Lets a host go. No endpoint deletes one: it stays on the platform, and with `onDestroy: "restore"` its configuration
 * from before the takeover is saved and deployed first.
 */
export async function deleteHost(context: LifecycleContext, olds: Properties): Promise<void> {
  const state = hostStateOf(olds);
  const own = hostContext(context, state.inputs);
  const { previous, origin } = state.memory;
  if (state.inputs.onDestroy !== "restore" || previous === undefined) {
    const why =
      state.inputs.onDestroy === "restore" && origin === "created"
        ? " There is no earlier configuration to restore."
        : "";
    own.progress.info(
      `${hostLabel(state)} stays on the platform as it is; it is no longer managed here.${why}`,
    );
    return;
  }
  try {
    await restore(own, state, previous);
  } catch (error) {
    // Gone already: there is nothing left to restore.
    if (!(error instanceof NotFoundError)) throw error;
  }
}

async function restore(context: LifecycleContext, state: HostState, previous: JsonObject): Promise<void> {
  const { api, signal } = context;
  const { inputs, hostId } = state;
  const holder = {
    read: () => api.getHost(hostId, { signal }),
    save: (json: JsonObject) => api.saveHost(hostId, { json }, { signal }),
  };
  const ownership = inputs.ownership ?? "whole";
  const deploys = inputs.deploy?.onUpdate ?? true;
  const reached = await reconcile(context, holder, {
    json: ownership === "declared" ? restoreDeclared(previous, inputs.json ?? {}) : previous,
    ownership,
    known: ownership === "declared" ? knownConfiguration(state) : undefined,
    saveAnyway: false,
    deployAfterSave: deploys,
    // A restore that was saved and not deployed by an earlier try is deployed by this one.
    deployUnpublished: false,
    triggered: deploys && !sameMeaning(previous, state.savedJson),
    digest: "restored",
    options: resolveDeployOptions(inputs.deploy, {
      wait: context.waitByDefault,
      timeoutSeconds: context.timeoutSeconds,
    }),
    targets: [{ target: { id: hostId, label: hostLabel(state) }, ledger: {} }],
  });
  if (reached.errors.length > 0) throw reached.errors[0];
  if (inputs.jsonAdmin !== undefined) {
    context.progress.warn(
      `${hostLabel(state)}: the admin-level configuration stays as it is; the service never returns it, so what was there before is not known.`,
    );
  }
  context.progress.info(
    `${hostLabel(state)} has the configuration again that it had before it was managed here.`,
  );
}
