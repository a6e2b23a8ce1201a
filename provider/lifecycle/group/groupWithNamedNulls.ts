import { configurationDigest } from "../configuration/digest";
import { withNamedNulls } from "../configuration/importedNulls";
import type { Property } from "../configuration/unknown";
import { withDigestRenamed } from "../deployment/ledger";
import type { GroupState } from "./groupOutputs";

/** As `hostWithNamedNulls`, of a group and the deployments of its hosts. */
export function groupWithNamedNulls(state: GroupState, { json: named }: { json?: Property }): GroupState {
  const { inputs, savedJson, memory } = state;
  const json = withNamedNulls(inputs.json, named, savedJson);
  if (json === inputs.json) return state;
  const before = configurationDigest(memory.key, inputs.json);
  const after = configurationDigest(memory.key, json);
  const deployments = Object.fromEntries(
    Object.entries(memory.deployments).map(([id, ledger]) => [id, withDigestRenamed(ledger, before, after)]),
  );
  return { ...state, inputs: { ...inputs, json }, memory: { ...memory, deployments } };
}
