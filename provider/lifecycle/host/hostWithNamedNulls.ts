import { configurationDigest } from "../configuration/digest";
import { withNamedNulls } from "../configuration/importedNulls";
import type { Property } from "../configuration/unknown";
import { withDigestRenamed } from "../deployment/ledger";
import type { HostState } from "./hostOutputs";

/** The state of a host that was imported, with each `null` declared that the program names and the import has left out. */
export function hostWithNamedNulls(state: HostState, { json: named }: { json?: Property }): HostState {
  const { inputs, savedJson, memory } = state;
  const json = withNamedNulls(inputs.json, named, savedJson);
  if (json === inputs.json) return state;
  const before = configurationDigest(memory.key, inputs.json, inputs.jsonAdmin);
  const after = configurationDigest(memory.key, json, inputs.jsonAdmin);
  const deployment = withDigestRenamed(memory.deployment, before, after);
  return { ...state, inputs: { ...inputs, json }, memory: { ...memory, deployment } };
}
