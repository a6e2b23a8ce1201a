import type { LifecycleContext } from "../lifecycleContext";
import { PartialFailure } from "../properties/partialFailure";
import { hostOutputsOf, type HostState } from "./hostOutputs";

/** What an operation on a host throws when it got as far as `state` and no further. */
export function hostFailure(
  context: LifecycleContext,
  state: HostState,
  errors: readonly unknown[],
): PartialFailure {
  return new PartialFailure(String(state.hostId), hostOutputsOf(state), errors, (text) =>
    context.redact(text),
  );
}
