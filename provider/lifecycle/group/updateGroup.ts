import { settled } from "../configuration/beforeDrift";
import { known, type Properties } from "../configuration/unknown";
import type { LifecycleContext } from "../lifecycleContext";
import { settleWarning } from "../deployment/owedDeployment";
import { withGoneHint } from "../goneHint";
import { changesService } from "../properties/changesService";
import { applyGroup, groupHostLabel, targetHosts } from "./applyGroup";
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
