import { configurationDigest } from "../configuration/digest";
import { importedDeclaration } from "../configuration/importedDeclaration";
import type { Property } from "../configuration/unknown";
import { withDigestRenamed } from "../deployment/ledger";
import type { HostState } from "./hostOutputs";

/** The state of a host, where it was imported, with what counts as declared beside the new inputs. */
export function importedHost(state: HostState, news: { json?: Property; ownership?: Property }): HostState {
  const { inputs, memory } = state;
  const json = importedDeclaration(state, news);
  if (json === inputs.json) return state;
  const before = configurationDigest(memory.key, inputs.json, inputs.jsonAdmin);
  const after = configurationDigest(memory.key, json, inputs.jsonAdmin);
  const deployment = withDigestRenamed(memory.deployment, before, after);
  return { ...state, inputs: { ...inputs, json }, memory: { ...memory, deployment } };
}
