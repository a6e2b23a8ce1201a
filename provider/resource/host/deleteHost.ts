import type { LifecycleContext } from "../context";
import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import type { Properties } from "../../config/values";

import { deployOptionsIn } from "../../deploy/options";
import type { Managed } from "../managedRecords";
import { reconcile } from "../reconcile";
import {
  leavesNothing,
  notRestored,
  orBothWays,
  restored,
  restoredConfiguration,
  stays,
  throwUnpublished,
} from "../restore";
import { withoutSecrets } from "../withoutSecrets";
import { hostHolder, hostLabel, confirmHostGone, hostContext } from "./applyHost";
import { hostStateOf, type HostState } from "./host";

/**
 * Lets a host go. No endpoint deletes one: it stays on the platform, and with `onDestroy: "restore"` its configuration
 * from before the takeover is saved and deployed first.
 */
export async function deleteHost(context: LifecycleContext, olds: Properties): Promise<void> {
  const state = hostStateOf(olds);
  const own = hostContext(context, state.inputs);
  const { previous, origin } = state.memory;
  const successor = context.managed.find(`host ${state.hostId}`);
  if (state.inputs.onDestroy !== "restore" || previous === undefined) {
    const why =
      state.inputs.onDestroy === "restore" && origin === "created"
        ? " There is no earlier configuration to restore."
        : "";
    own.progress.info(`${stays(hostLabel(state), successor)}${why}`);
    return;
  }
  if (leavesNothing(successor)) {
    own.progress.warn(notRestored(hostLabel(state)));
    return;
  }
  await withoutSecrets(own, async () => {
    try {
      await restore(own, state, previous, successor);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await confirmHostGone(own, state);
      own.progress.info(`${hostLabel(state)} is not there any more; there is nothing left to restore.`);
    }
  });
}

async function restore(
  context: LifecycleContext,
  state: HostState,
  previous: JsonObject,
  successor: Managed | undefined,
): Promise<void> {
  const { inputs, hostId } = state;
  const { errors } = await orBothWays(() =>
    reconcile(context, hostHolder(context, state, undefined), {
      ...restoredConfiguration(context, state, previous, successor),
      seenAt: undefined,
      saveAnyway: false,
      readBack: "never",
      deployUnpublished: false,
      digest: "restored",
      options: deployOptionsIn(context, inputs.deploy),
      targets: [{ target: { id: hostId, label: hostLabel(state) }, ledger: {} }],
    }),
  );
  // Not a host that is gone: the caller finds that out.
  const [gone] = errors.filter((error) => error instanceof NotFoundError);
  if (gone !== undefined) throw gone;
  throwUnpublished(hostLabel(state), errors);
  if (inputs.jsonAdmin !== undefined) {
    context.progress.warn(
      `${hostLabel(state)}: the admin-level configuration stays as it is; the service never returns it, so what was there before is not known.`,
    );
  }
  context.progress.info(restored(hostLabel(state), inputs.ownership, successor));
}
