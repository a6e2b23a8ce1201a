import type { JsonObject } from "../../api/json";
import { differences } from "../configuration/differences";
import { configurationDigest } from "../configuration/digest";
import { sameMeaning } from "../configuration/sameMeaning";
import { hasUnknown, known, type Properties, type Property } from "../configuration/unknown";
import { deployDifferences, deploysOnUpdate } from "../deployment/deployDifferences";
import { isDeploymentDue } from "../deployment/ledger";
import type { DiffResult, PropertyDifference } from "../properties/diffResult";
import { groupStateOf, type GroupState } from "./groupOutputs";

/** What an update would change, the state against the new inputs; reaches no service. */
export function diffGroup(olds: Properties, news: Properties): DiffResult {
  const state = groupStateOf(olds);
  const found: PropertyDifference[] = [
    ...differences(state.inputs.json, news.json, ["json"]),
    ...differences(state.inputs.ownership ?? "whole", news.ownership ?? "whole", ["ownership"]),
    ...differences(state.inputs.onDestroy ?? "keep", news.onDestroy ?? "keep", ["onDestroy"]),
    ...differences(state.inputs.deployHosts ?? [], news.deployHosts ?? [], ["deployHosts"]),
    ...deployDifferences(state.inputs.deploy as Property, news.deploy),
  ];
  const replaces = sameMeaning(state.inputs.groupId, news.groupId) ? [] : ["groupId"];
  if (replaces.length > 0) found.unshift({ path: ["groupId"], kind: "update-replace" });
  const deploymentDue = isDue(state, news);
  return { changes: found.length > 0 || deploymentDue, replaces, differences: found, deploymentDue };
}

function isDue(state: GroupState, news: Properties): boolean {
  const hosts = Array.isArray(news.deployHosts) ? news.deployHosts.map(String) : [];
  const ledgers = hosts.flatMap((id) => state.memory.deployments[id] ?? []);
  if (hasUnknown(news.json)) return ledgers.some(({ owed }) => owed === true);
  const digest = configurationDigest(state.memory.key, known<JsonObject>(news.json));
  return ledgers.some((ledger) => isDeploymentDue(ledger, digest, deploysOnUpdate(news.deploy)));
}
