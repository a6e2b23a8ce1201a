import { configurationDigest } from "../configuration/digest";
import { importedDeclaration } from "../configuration/importedDeclaration";
import type { Property } from "../configuration/unknown";
import { withDigestRenamed } from "../deployment/ledger";
import type { GroupState } from "./groupOutputs";

/** As `importedHost`, of a group and the deployments of its hosts. */
export function importedGroup(
  state: GroupState,
  news: { json?: Property; ownership?: Property },
): GroupState {
  const { inputs, memory } = state;
  const json = importedDeclaration(state, news);
  if (json === inputs.json) return state;
  const before = configurationDigest(memory.key, inputs.json);
  const after = configurationDigest(memory.key, json);
  const deployments = Object.fromEntries(
    Object.entries(memory.deployments).map(([id, ledger]) => [id, withDigestRenamed(ledger, before, after)]),
  );
  return { ...state, inputs: { ...inputs, json }, memory: { ...memory, deployments } };
}
