import type { JsonObject } from "../../api/json";
import type { OnConflict } from "../../api/settings";
import { differences, configurationDigest, sameMeaning } from "../../config/compare";
import { isUnsettled } from "../../config/drift";
import { hasUnknown, known, type Properties, type Property } from "../../config/values";
import { owedNotice } from "../../deploy/context";
import { deployDifferences, deploysOnUpdate } from "../../deploy/options";
import { isDeploymentDue, type DeploymentLedger } from "../../deploy/record";
import { changesService, type DiffResult } from "../results";
import type { PropertyDifference } from "../../config/compare";
import { adoptionByUpdate, expectedRefusal } from "../saveGuard";
import { groupLabel, groupHostLabel, importedGroup } from "./applyGroup";
import { groupStateOf, type GroupState } from "./group";

/** What an update would change, the state against the new inputs; reaches no service. */
export function diffGroup(olds: Properties, news: Properties, onConflict?: OnConflict): DiffResult {
  const state = importedGroup(groupStateOf(olds), news);
  const found: PropertyDifference[] = [
    ...differences(state.inputs.json, news.json, ["json"]),
    ...differences(state.inputs.ownership ?? "whole", news.ownership ?? "whole", ["ownership"]),
    ...differences(state.inputs.onConflict, news.onConflict, ["onConflict"]),
    ...differences(state.inputs.onDestroy ?? "keep", news.onDestroy ?? "keep", ["onDestroy"]),
    ...differences(state.inputs.deployHosts ?? [], news.deployHosts ?? [], ["deployHosts"]),
    ...deployDifferences(state.inputs.deploy as Property, news.deploy),
  ];
  const replaces = sameMeaning(state.inputs.groupId, news.groupId) ? [] : ["groupId"];
  if (replaces.length > 0) found.unshift({ path: ["groupId"], kind: "update-replace" });
  const due = dueHosts(state, news);
  const explained = replaces.length > 0 || found.some(changesService);
  const notices = due.map(({ hostId, ledger }) =>
    owedNotice(groupHostLabel(state.inputs, hostId), ledger, state.deployments[hostId]),
  );
  return {
    // See `diffHost`.
    changes: found.length > 0 || due.length > 0 || isUnsettled(state.memory),
    replaces,
    deleteBeforeReplace: replaces.length === 0,
    differences: found,
    deploymentDue: due.length > 0,
    notices: explained ? [] : notices,
    refusal:
      replaces.length > 0
        ? undefined
        : expectedRefusal(
            groupLabel(state),
            adoptionByUpdate(state, news),
            state.savedJson,
            news,
            onConflict,
          ),
  };
}

function dueHosts(state: GroupState, news: Properties): { hostId: number; ledger: DeploymentLedger }[] {
  const hosts = new Set(Array.isArray(news.deployHosts) ? news.deployHosts.map(Number) : []);
  const ledgers = [...hosts].flatMap((hostId) => {
    const ledger = state.memory.deployments[hostId];
    return ledger === undefined ? [] : [{ hostId, ledger }];
  });
  if (hasUnknown(news.json)) return ledgers.filter(({ ledger }) => ledger.owed === true);
  const digest = configurationDigest(state.memory.key, known<JsonObject>(news.json));
  return ledgers.filter(({ ledger }) => isDeploymentDue(ledger, digest, deploysOnUpdate(news.deploy)));
}
