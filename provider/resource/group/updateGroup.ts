import { type LifecycleContext, settleWarning } from "../context";
import { settled } from "../../config/drift";
import { known, type Properties } from "../../config/values";

import { withGoneHint } from "../identity";
import { changesService } from "../results";
import { applyGroup, groupHostLabel, targetHosts, groupLabel, importedGroup } from "./applyGroup";
import { diffGroup } from "./diffGroup";
import { groupInputs, groupOutputsOf, groupStateOf } from "./group";

/** Saves what changed and deploys `deployHosts`. `GET` and `POST /api/v1/groups/{id}`, then `…/hosts/{id}/deploy` */
export async function updateGroup(
  context: LifecycleContext,
  olds: Properties,
  news: Properties,
): Promise<{ outputs: Properties }> {
  const state = importedGroup(groupStateOf(olds), news);
  const inputs = groupInputs.parse(known(news));
  const diff = diffGroup(olds, news);
  if (!diff.differences.some(changesService) && !diff.deploymentDue) {
    context.managed.add(`group ${inputs.groupId}`, inputs);
    return { outputs: groupOutputsOf({ ...state, inputs, memory: settled(state.memory) }) };
  }
  const takeOver = state.memory.lostSave?.takeOver ?? false;
  const { groupId } = inputs;
  const next = await withGoneHint(groupLabel(state), `group ${groupId}`, () =>
    context.managed.updating(`group ${groupId}`, state.inputs, inputs, () =>
      applyGroup(context, state, inputs, takeOver),
    ),
  );
  for (const id of targetHosts(inputs)) {
    const published = next.memory.deployments[id]?.published !== undefined;
    if (published) settleWarning(context, groupHostLabel(inputs, id));
  }
  return { outputs: groupOutputsOf(next) };
}
