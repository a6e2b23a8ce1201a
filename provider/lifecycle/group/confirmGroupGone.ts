import { confirmGone } from "../confirmGone";
import type { LifecycleContext } from "../lifecycleContext";
import { shortName } from "../shortName";
import type { GroupState } from "./groupOutputs";

/** `Group 3 (production)` */
export function groupLabel({ inputs, name }: Pick<GroupState, "inputs" | "name">): string {
  return name === "" ? `Group ${inputs.groupId}` : `Group ${inputs.groupId} (${shortName(name)})`;
}

/** Makes sure that a group of which the service says 404 is gone: see `confirmGone`. */
export async function confirmGroupGone(context: LifecycleContext, state: GroupState): Promise<void> {
  const { inputs, name, clientId } = state;
  await confirmGone(context, { kind: "group", id: inputs.groupId, label: groupLabel(state), name, clientId });
}
