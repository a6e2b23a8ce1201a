import type { JsonObject } from "../../api/json";
import type { OnConflict } from "../../api/settings";
import { differences, configurationDigest, sameMeaning } from "../../config/compare";
import { isUnsettled } from "../../config/drift";
import { hasUnknown, isUnknown, known, type Properties, type Property } from "../../config/values";
import { owedNotice } from "../../deploy/context";
import { deployDifferences, deploysOnUpdate } from "../../deploy/options";
import { isDeploymentDue } from "../../deploy/record";
import { identityNotices } from "../identity";
import { changesService, type DiffResult } from "../results";
import type { PropertyDifference } from "../../config/compare";
import { adoptionByUpdate, expectedRefusal } from "../saveGuard";
import { hostLabel, importedHost, withoutUnmanaged } from "./applyHost";
import { createOnlyAdvice, createOnlyInputs, hostStateOf, type HostState } from "./host";

/**
 * What an update would change, the state against the new inputs; reaches no service.
 *
 * @param olds the outputs in the state: after a partial failure they, and not the old inputs, say what was reached
 * @param news the checked inputs
 */
export function diffHost(olds: Properties, news: Properties, onConflict?: OnConflict): DiffResult {
  const state = importedHost(hostStateOf(olds), news);
  const found = [
    ...identityDifferences(state, news),
    ...differences(state.inputs.json, news.json, ["json"]),
    ...differences(state.inputs.jsonAdmin, news.jsonAdmin, ["jsonAdmin"]),
    ...["yaml", "yamlAdmin"].flatMap((key) => differences(olds[key], news[key], [key])),
    ...differences(state.inputs.ifExists ?? "fail", news.ifExists ?? "fail", ["ifExists"]),
    ...differences(state.inputs.ownership ?? "whole", news.ownership ?? "whole", ["ownership"]),
    ...differences(state.inputs.onConflict, news.onConflict, ["onConflict"]),
    ...differences(state.inputs.onDestroy ?? "keep", news.onDestroy ?? "keep", ["onDestroy"]),
    ...deployDifferences(state.inputs.deploy as Property, news.deploy),
  ];
  const replaces = [
    ...new Set(found.filter(({ kind }) => kind.endsWith("-replace")).map(({ path }) => String(path[0]))),
  ];
  if (replaces.length === 0) refuseCreateOnly(olds, state, news);
  const deploymentDue = isDue(state, news);
  const explained = replaces.length > 0 || found.some(changesService);
  const label = hostLabel(state);
  const notices =
    deploymentDue && !explained ? [owedNotice(label, state.memory.deployment, state.deployment)] : [];
  const identity = replaces.length > 0 ? [] : identityNotices(label, state, news).map((text) => ({ text }));
  return {
    // A program that has accepted drift is the new declaration: the state has to be told.
    changes: found.length > 0 || deploymentDue || isUnsettled(state.memory),
    replaces,
    deleteBeforeReplace: replaces.length === 0 && (news.hostId !== undefined || news.ifExists === "adopt"),
    differences: found,
    deploymentDue,
    notices: [...notices, ...identity],
    refusal:
      replaces.length > 0
        ? undefined
        : expectedRefusal(label, adoptionByUpdate(state, news), state.savedJson, news, onConflict),
  };
}

/**
 * Another id, name or client asks for another host; the same host under another description does not, nor does a name
 * that the host was given on the platform meanwhile.
 */
function identityDifferences(state: HostState, news: Properties): PropertyDifference[] {
  const { given } = state.memory;
  return (["hostId", "name", "clientId"] as const).flatMap((key): PropertyDifference[] => {
    const now = news[key];
    if (now === undefined) return given[key] === undefined ? [] : [{ path: [key], kind: "delete" }];
    if (sameMeaning(given[key], now)) return [];
    const kind = given[key] === undefined ? "add" : "update";
    return [{ path: [key], kind: sameMeaning(state[key], now) ? kind : `${kind}-replace` }];
  });
}

/**
 * Backs the check up where the same host is described in another way, which the check cannot tell from another host, and
 * where `active` is given later: to write down what the host is asks for nothing.
 */
function refuseCreateOnly(olds: Properties, state: HostState, news: Properties): void {
  const accepted: Readonly<Record<(typeof createOnlyInputs)[number], Property[]>> = {
    active: [state.memory.given.active, state.active],
    yaml: [olds.yaml],
    yamlAdmin: [olds.yamlAdmin],
  };
  const changed = createOnlyInputs.filter(
    (key) =>
      news[key] !== undefined &&
      !isUnknown(news[key]) &&
      !accepted[key].some((value) => sameMeaning(value, news[key])),
  );
  if (changed.length === 0) return;
  throw new Error(
    `${hostLabel(state)}: ${changed.join(" and ")}: ${createOnlyAdvice(changed.length > 1 ? "them" : "it")}`,
  );
}

/** Whether what is saved was not published. */
function isDue(before: HostState, news: Properties): boolean {
  const { memory } = withoutUnmanaged(before, news);
  if (hasUnknown(news.json) || hasUnknown(news.jsonAdmin)) return memory.deployment.owed === true;
  const [json, jsonAdmin] = [news.json, news.jsonAdmin].map((value) => known<JsonObject>(value));
  const digest = configurationDigest(memory.key, json, jsonAdmin);
  return isDeploymentDue(memory.deployment, digest, deploysOnUpdate(news.deploy));
}
