import { known, type Properties } from "../configuration/unknown";
import type { LifecycleContext } from "../lifecycleContext";
import { withGoneHint } from "../goneHint";
import { changesService } from "../properties/changesService";
import { applyGroup } from "./applyGroup";
import { groupLabel } from "./confirmGroupGone";
import { diffGroup } from "./diffGroup";
import { groupInputs } from "./groupInputs";
import { groupOutputsOf, groupStateOf } from "./groupOutputs";
import { importedGroup } from "./importedGroup";

/** Saves what changed and deploys `deployHosts`. `GET` and `POST /api/v1/groups/{id}`, then `…/hosts/{id}/deploy` */
export async function updateGroup(
  context: LifecycleContext,
  olds: Properties,
  news: Properties,
): Promise<{ outputs: Properties }> {
  const state = importedGroup(groupStateOf(olds), news);
  const inputs = groupInputs.parse(known(news));
  const diff = diffGroup(olds, news);
  context.managed.add(`group ${inputs.groupId}`, inputs);
  if (!diff.differences.some(changesService) && !diff.deploymentDue) {
    return { outputs: groupOutputsOf({ ...state, inputs }) };
  }
  const takeOver = state.memory.lostSave?.takeOver ?? false;
  const { groupId } = inputs;
  const next = await withGoneHint(groupLabel(state), `group ${groupId}`, () =>
    applyGroup(context, state, inputs, takeOver),
  );
  return { outputs: groupOutputsOf(next) };
}
