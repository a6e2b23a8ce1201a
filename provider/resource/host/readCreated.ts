import type { LifecycleContext } from "../context";

import { heldConfiguration } from "../saveConfiguration";
import { recordOutputs, type HostState } from "./host";

/** What the state says of a host that was created and not read yet: the service may have added anything. */
export const unreadPlaces: string[][] = [[]];

/** Whether a host was created, and could not be read since. */
export function isUnread({ memory }: HostState): boolean {
  return memory.origin === "created" && memory.fresh.some((place) => place.length === 0);
}

/** What the service made of a host that was just created. `GET /api/v1/hosts/{id}` */
export async function readCreated(context: LifecycleContext, state: HostState): Promise<HostState> {
  const host = await context.api.getHost(state.hostId, { signal: context.signal });
  const memory = { ...state.memory, fresh: [], observed: state.inputs.json !== undefined };
  return { ...state, ...recordOutputs(host), savedJson: heldConfiguration(host), memory };
}
