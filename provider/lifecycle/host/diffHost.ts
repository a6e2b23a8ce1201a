import { differences } from "../configuration/differences";
import { configurationDigest } from "../configuration/digest";
import { hasUnknown, isUnknown, type Properties, type Property } from "../configuration/unknown";
import { sameMeaning } from "../configuration/sameMeaning";
import { deployDifferences, deploysOnUpdate } from "../deployment/deployDifferences";
import { isDeploymentDue } from "../deployment/ledger";
import type { DiffResult, PropertyDifference } from "../properties/diffResult";
import { hostStateOf, type HostState } from "./hostOutputs";

/**
 * What an update would change, the state against the new inputs; reaches no service.
 *
 * @param olds the outputs in the state: after a partial failure they, and not the old inputs, say what was reached
 * @param news the checked inputs
 */
export function diffHost(olds: Properties, news: Properties): DiffResult {
  const state = hostStateOf(olds);
  const found = [
    ...identityDifferences(state, news),
    ...differences(state.inputs.json, news.json, ["json"]),
    ...differences(state.inputs.jsonAdmin, news.jsonAdmin, ["jsonAdmin"]),
    ...["yaml", "yamlAdmin"].flatMap((key) => differences(olds[key], news[key], [key])),
    ...differences(state.inputs.ifExists ?? "fail", news.ifExists ?? "fail", ["ifExists"]),
    ...differences(state.inputs.ownership ?? "whole", news.ownership ?? "whole", ["ownership"]),
    ...differences(state.inputs.onDestroy ?? "keep", news.onDestroy ?? "keep", ["onDestroy"]),
    ...deployDifferences(state.inputs.deploy as Property, news.deploy),
  ];
  const replaces = [
    ...new Set(found.filter(({ kind }) => kind.endsWith("-replace")).map(({ path }) => String(path[0]))),
  ];
  const deploymentDue = isDue(state, news);
  return { changes: found.length > 0 || deploymentDue, replaces, differences: found, deploymentDue };
}

/** Another id, name or client asks for another host; the same host under another description does not. */
function identityDifferences(state: HostState, news: Properties): PropertyDifference[] {
  const { given } = state.memory;
  return (["hostId", "name", "clientId"] as const).flatMap((key): PropertyDifference[] => {
    const now = news[key];
    if (now === undefined) return given[key] === undefined ? [] : [{ path: [key], kind: "delete" }];
    const replace = !isUnknown(now) && sameMeaning(given[key] ?? state[key], now) ? "" : "-replace";
    if (given[key] === undefined) return [{ path: [key], kind: `add${replace}` }];
    return replace === "" ? [] : [{ path: [key], kind: `update${replace}` }];
  });
}

/** Whether what is saved was not published. A configuration that the program stops managing stays as it is. */
function isDue(state: HostState, news: Properties): boolean {
  if (hasUnknown(news.json) || hasUnknown(news.jsonAdmin)) return state.memory.deployment.owed === true;
  const { json, jsonAdmin } = { ...state.inputs, ...news };
  const digest = configurationDigest(state.memory.key, json, jsonAdmin);
  return isDeploymentDue(state.memory.deployment, digest, deploysOnUpdate(news.deploy));
}
