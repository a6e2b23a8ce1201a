import { known, type Properties } from "../configuration/unknown";
import type { LifecycleContext } from "../lifecycleContext";
import { applyGroup } from "./applyGroup";
import { groupInputs } from "./groupInputs";
import { groupOutputsOf } from "./groupOutputs";
import { stateVersion } from "../recordedState";

/** Takes a group over; groups are not created here. */
export async function createGroup(
  context: LifecycleContext,
  news: Properties,
): Promise<{ id: string; outputs: Properties }> {
  const inputs = groupInputs.parse(known(news));
  const state = {
    inputs,
    name: "",
    clientId: undefined,
    savedJson: {},
    fingerprint: context.randomHex(12),
    createdAt: undefined,
    updatedAt: undefined,
    deployments: {},
    memory: {
      version: stateVersion,
      key: context.randomHex(16),
      fresh: [],
      observed: false,
      deployments: {},
    },
  };
  const next = await applyGroup(context, state, inputs, true);
  return { id: String(inputs.groupId), outputs: groupOutputsOf(next) };
}
