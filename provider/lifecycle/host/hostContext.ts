import type { LifecycleContext } from "../lifecycleContext";
import { withSecrets } from "../redact";
import type { HostInputs } from "./hostInputs";

/**
 * The context of an operation on a host: what the resource keeps secret stays out of messages.
 *
 * @param inputs the program's, and those of the state: a job's output may still repeat a secret that was just replaced
 */
export function hostContext(context: LifecycleContext, ...inputs: HostInputs[]): LifecycleContext {
  return inputs.reduce(
    (own, { jsonAdmin, yamlAdmin }) => withSecrets(own, { json: jsonAdmin, yaml: yamlAdmin }),
    context,
  );
}
