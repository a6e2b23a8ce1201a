import { confirmGone } from "../confirmGone";
import type { LifecycleContext } from "../lifecycleContext";
import { shortName } from "../shortName";
import type { GroupState } from "./groupOutputs";

/** `Group 3 (production)` */
export function groupLabel({ inputs, name }: Pick<GroupState, "inputs" | "name">): string {
  return name === "" ? `Group ${inputs.groupId}` : `Group ${inputs.groupId} (${shortName(name)})`;
}

/** Makes sure that a group of which the service says 404 is gone. `GET /api/v1/groups?search=`, every page. */
export async function confirmGroupGone(context: LifecycleContext, state: GroupState): Promise<void> {
  const { api, signal } = context;
  await confirmGone(context, { id: state.inputs.groupId, label: groupLabel(state) }, () =>
    api.listGroups({ search: state.name }, { signal }),
  );
}
