import type { LifecycleContext } from "../context";
import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import type { Properties } from "../../config/values";

import { deployOptionsIn } from "../../deploy/options";
import { confirmGone } from "../identity";
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
import { forgetHost, groupHolder, groupHost, targetHosts, confirmGroupGone, groupLabel } from "./applyGroup";
import { groupStateOf, type GroupState } from "./group";

/**
 * Lets a group go. No endpoint deletes one: it stays on the platform, and with `onDestroy: "restore"` its configuration
 * from before the takeover is saved, and `deployHosts` deployed, first.
 */
export async function deleteGroup(context: LifecycleContext, olds: Properties): Promise<void> {
  const state = groupStateOf(olds);
  const { previous } = state.memory;
  const label = groupLabel(state);
  const successor = context.managed.find(`group ${state.inputs.groupId}`);
  if (state.inputs.onDestroy !== "restore" || previous === undefined) {
    context.progress.info(stays(label, successor));
    return;
  }
  if (leavesNothing(successor)) {
    context.progress.warn(notRestored(label));
    return;
  }
  try {
    await restore(context, state, previous, successor);
    context.progress.info(restored(label, state.inputs.ownership, successor));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmGroupGone(context, state);
    context.progress.info(`${label} is not there any more; there is nothing left to restore.`);
  }
}

async function restore(
  context: LifecycleContext,
  state: GroupState,
  previous: JsonObject,
  successor: Managed | undefined,
): Promise<void> {
  const { inputs } = state;
  const { deployments, errors } = await orBothWays(() =>
    reconcile(context, groupHolder(context, inputs.groupId, state), {
      ...restoredConfiguration(context, state, previous, successor),
      seenAt: undefined,
      saveAnyway: false,
      readBack: "never",
      deployUnpublished: false,
      digest: "restored",
      options: deployOptionsIn(context, inputs.deploy),
      targets: targetHosts(inputs).map((id) => ({
        target: groupHost(inputs, id),
        ledger: {},
      })),
    }),
  );
  // A host that is gone has nothing left to deploy.
  const failures = errors.filter((error) => !(error instanceof NotFoundError));
  throwUnpublished(groupLabel(state), failures);
  for (const [id, { error }] of deployments) {
    if (!(error instanceof NotFoundError)) continue;
    const { label } = groupHost(inputs, id);
    // Its name is not known, and its client is most likely the group's.
    const ifRemoved = `${forgetHost} Then run the same command again.`;
    await confirmGone(context, { kind: "host", id, label, name: "", clientId: state.clientId, ifRemoved });
  }
}
