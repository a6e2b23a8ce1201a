import { type LifecycleContext, settleWarning } from "../context";
import { settled } from "../../config/drift";
import { known, type Properties } from "../../config/values";

import { withGoneHint } from "../identity";
import { changesService } from "../results";
import { withoutSecrets } from "../withoutSecrets";
import {
  applyHost,
  givenIdentity,
  hostLabel,
  hostContext,
  importedHost,
  withoutUnmanaged,
} from "./applyHost";
import { diffHost } from "./diffHost";
import { hostInputs, hostOutputsOf, hostStateOf } from "./host";
import { isUnread, readCreated } from "./readCreated";

/** Saves and deploys what changed. `GET` and `POST /api/v1/hosts/{id}`, then `…/deploy` */
export async function updateHost(
  context: LifecycleContext,
  olds: Properties,
  news: Properties,
): Promise<{ outputs: Properties }> {
  const before = hostStateOf(olds);
  const inputs = hostInputs.parse(known(news));
  const state = withoutUnmanaged(importedHost(before, inputs), inputs);
  const own = hostContext(context, before.inputs, inputs);
  const diff = diffHost(olds, news);
  if (!diff.differences.some(changesService) && !diff.deploymentDue) {
    // What the program declares now is what is there: it has accepted whatever a refresh found.
    const memory = { ...settled(state.memory), given: givenIdentity(inputs) };
    const same = { ...state, inputs, memory };
    context.managed.add(`host ${state.hostId}`, inputs);
    const next = isUnread(same) ? await withoutSecrets(own, () => readCreated(own, same)) : same;
    return { outputs: hostOutputsOf(next) };
  }
  const takeOver = state.memory.lostSave?.takeOver ?? false;
  const next = await withoutSecrets(own, () =>
    withGoneHint(hostLabel(state), `host ${state.hostId}`, () =>
      context.managed.updating(`host ${state.hostId}`, before.inputs, inputs, () =>
        applyHost(own, state, inputs, takeOver),
      ),
    ),
  );
  if (next.memory.deployment.published !== undefined) settleWarning(context, hostLabel(next));
  return { outputs: hostOutputsOf(next) };
}
