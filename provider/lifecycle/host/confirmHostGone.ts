import { confirmGone } from "../confirmGone";
import type { LifecycleContext } from "../lifecycleContext";
import { hostLabel } from "./applyHost";
import type { HostState } from "./hostOutputs";

/** Makes sure that a host of which the service says 404 is gone: see `confirmGone`. */
export async function confirmHostGone(
  context: LifecycleContext,
  { hostId: id, name, clientId }: HostState,
): Promise<void> {
  const label = hostLabel({ hostId: id, name });
  await confirmGone(context, { kind: "host", id, label, name, clientId });
}
