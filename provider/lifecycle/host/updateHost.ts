import { configurationDigest } from "../configuration/digest";
import { known, type Properties } from "../configuration/unknown";
import type { LifecycleContext } from "../lifecycleContext";
import { changesService } from "../properties/changesService";
import { applyHost, givenIdentity, hostContext } from "./applyHost";
import { diffHost } from "./diffHost";
import { hostInputs } from "./hostInputs";
import { hostOutputsOf, hostStateOf } from "./hostOutputs";

/** Saves and deploys what changed. `GET` and `POST /api/v1/hosts/{id}`, then `…/deploy` */
export async function updateHost(
  context: LifecycleContext,
  olds: Properties,
  news: Properties,
): Promise<{ outputs: Properties }> {
  const state = hostStateOf(olds);
  const inputs = hostInputs.parse(known(news));
  const diff = diffHost(olds, news);
  if (!diff.differences.some(changesService) && !diff.deploymentDue) {
    const waived = configurationDigest(state.memory.key, inputs.json, inputs.jsonAdmin);
    const deployment = { ...state.memory.deployment, waived };
    const memory = { ...state.memory, given: givenIdentity(inputs), deployment };
    return { outputs: hostOutputsOf({ ...state, inputs, memory }) };
  }
  const next = await applyHost(hostContext(context, inputs), state, inputs, false);
  return { outputs: hostOutputsOf(next) };
}
