import type { z } from "zod";
import type { OnConflict } from "../api/settings";
import { differences, type PropertyDifference } from "../config/compare";
import { isUnsettled } from "../config/drift";
import { importedDeclaration } from "../config/imported";
import { hasUnknown, type Properties, type Property, valueAt } from "../config/values";
import { type Notice, unpublishedNotice } from "../deploy/context";
import { deployDifferences, deploysOnUpdate } from "../deploy/options";
import { isDeploymentDue, withDigestRenamed } from "../deploy/record";
import { digestOf, recordLabel, type ResourceState, withRecords } from "./definition";
import { identityNotices } from "./identity";
import { adoptionByUpdate, expectedRefusal } from "./saveGuard";

/** What the comparison of a resource's state with its inputs gives. */
export interface DiffResult {
  changes: boolean;
  /** Inputs whose change asks for another host or group. */
  replaces: string[];
  /**
   * If something else asks for a replacement, such as `replaceOnChanges`, the resource stays the same record of the
   * service: deleting it after it was adopted again would undo what was just saved. One that creates its host would
   * fail, since the host is there already, and must not have been deleted before.
   */
  deleteBeforeReplace: boolean;
  differences: PropertyDifference[];
  /** Something is saved that has to be deployed again, as far as the state shows. */
  deploymentDue: boolean;
  /** What the user has to know of an update that no changed input explains, one sentence a host. */
  notices: Notice[];
  /** Why the update would save nothing, as far as the state shows. */
  refusal: string | undefined;
}

/**
 * What an update would change; reaches no service.
 *
 * @param before the state: after a partial failure it, and not the old inputs, says what was reached
 * @param news the checked inputs
 * @throws Error if no update can do what the inputs ask for
 */
export function diffResource(before: ResourceState, news: Properties, onConflict?: OnConflict): DiffResult {
  const state = withImported(before, news);
  const { definition } = state;
  const label = recordLabel(state);
  const found = inputDifferences(state, news);
  const replaces = found.filter(({ kind }) => kind.endsWith("-replace")).map(({ path }) => String(path[0]));
  const replaced = replaces.length > 0;
  const impossible = replaced ? undefined : definition.refusal(state, news);
  if (impossible !== undefined) throw new Error(`${label}: ${impossible}`);
  const due = dueDeployments(state, news);
  const explained = replaced || found.some(changesService);
  const identity = replaced ? [] : identityNotices(label, state.record, news);
  const adoption = adoptionByUpdate(state, news);
  return {
    // A program that has accepted drift is the new declaration: the state has to be told.
    changes: found.length > 0 || due.length > 0 || isUnsettled(state.memory),
    replaces: [...new Set(replaces)],
    deleteBeforeReplace: !replaced && definition.adopts(news),
    differences: found,
    deploymentDue: due.length > 0,
    notices: [...(explained ? [] : due), ...identity.map((text) => ({ text }))],
    refusal: replaced ? undefined : expectedRefusal(label, adoption, state.savedJson, news, onConflict),
  };
}

/** Compares every input of the definition, so that none can be forgotten. */
function inputDifferences(state: ResourceState, news: Properties): PropertyDifference[] {
  const {
    inputs: { shape },
    compare,
  } = state.definition;
  const declared = state.inputs as Properties;
  return Object.entries<z.ZodType>(shape).flatMap(([name, input]): PropertyDifference[] => {
    const now = valueAt(news, name);
    const special = compare[name];
    if (special !== undefined) return special(state, now);
    const was = valueAt(declared, name);
    if (name === "deploy") return deployDifferences(was, now);
    const { default: inSchema, unset = inSchema, replaces } = input.meta() ?? {};
    const found = differences(was ?? unset, now ?? unset, [name]);
    return replaces === true ? found.map(({ path, kind }) => ({ path, kind: `${kind}-replace` })) : found;
  });
}

/** Notices for the hosts whose saved configuration was not published, as far as the state shows. */
function dueDeployments(before: ResourceState, news: Properties): Notice[] {
  const { definition, deployments } = withoutUnmanaged(before, news);
  const isKnown = !definition.configurations.some((name) => hasUnknown(news[name]));
  const digest = isKnown ? digestOf(before, news) : undefined;
  const onUpdate = deploysOnUpdate(news.deploy);
  return definition.targets(before, news).flatMap(({ id, label }) => {
    const { record, summary } = deployments.get(id) ?? {};
    const isDue =
      record !== undefined &&
      (digest === undefined ? record.owed === true : isDeploymentDue(record, digest, onUpdate));
    return isDue ? [unpublishedNotice(label, record, summary)] : [];
  });
}

/**
 * Whether a changed input asks for a request. The others only change how the resource is managed; a configuration that
 * is no longer given is no longer managed, and stays as it is.
 */
export function changesService({ path, kind }: PropertyDifference): boolean {
  const [input, key] = path;
  if (input === "deploy") return key === "triggers";
  if (input === "json" || input === "jsonAdmin") return path.length > 1 || kind !== "delete";
  return input === "ownership";
}

/** The state of a resource that was imported, with what counts as declared beside the new inputs. */
export function withImported(
  state: ResourceState,
  news: { json?: Property; ownership?: Property },
): ResourceState {
  const { inputs } = state;
  const json = importedDeclaration(state, news);
  if (json === inputs.json) return state;
  const declared = { ...inputs, json };
  const [before, after] = [digestOf(state, inputs), digestOf(state, declared)];
  return withRecords({ ...state, inputs: declared }, (record) => withDigestRenamed(record, before, after));
}

/**
 * The state once the program gives `json` or `jsonAdmin` no more. What is not managed stays as it is on the host, and
 * is no reason for a deployment.
 */
export function withoutUnmanaged(
  state: ResourceState,
  news: { json?: unknown; jsonAdmin?: unknown },
): ResourceState {
  const { inputs } = state;
  const json = news.json === undefined ? undefined : inputs.json;
  const jsonAdmin = news.jsonAdmin === undefined ? undefined : inputs.jsonAdmin;
  if (json === inputs.json && jsonAdmin === inputs.jsonAdmin) return state;
  const managed = { ...inputs, json, jsonAdmin };
  const [before, after] = [digestOf(state, inputs), digestOf(state, managed)];
  return withRecords({ ...state, inputs: managed }, (record) => {
    const isSettled = !isDeploymentDue(record, before, true);
    return isSettled || json !== inputs.json ? { ...record, waived: after } : record;
  });
}
