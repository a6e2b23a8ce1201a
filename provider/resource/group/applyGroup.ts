import type { LifecycleContext } from "../context";
import { PartialFailure } from "../results";

import { NotFoundError } from "../../api/errors";
import type { Group } from "../../api/hostConfigApi";
import { configurationDigest } from "../../config/compare";
import { importedDeclaration } from "../../config/imported";
import { knownConfiguration } from "../../config/savePlan";
import type { Property } from "../../config/values";

import type { DeployTarget } from "../../deploy/deploymentRun";
import { deployOptionsIn, triggersChanged } from "../../deploy/options";
import { ledgerAfterDrift, withDigestRenamed } from "../../deploy/record";
import { identityChanges, sameOwner, sameRecord, confirmGone, shortName } from "../identity";
import { ledgerOfLostSave, rememberLostSave } from "../lostSave";
import { reconcile, type Reached, type Wish } from "../reconcile";
import { type ConfigurationHolder, UncertainSaveError } from "../saveConfiguration";
import { becomesWhole, guardOf } from "../saveGuard";

import { type GroupInputs, groupOutputsOf, recordOutputs, type GroupState } from "./group";

/**
 * Brings a group to what the inputs ask for, and deploys its `deployHosts` after a save.
 *
 * @param state the group as the state knows it
 * @param takeOver whether this is the first time that the resource manages it
 * @throws PartialFailure where the configuration was saved and a deployment did not end in `published`
 */
export async function applyGroup(
  context: LifecycleContext,
  state: GroupState,
  inputs: GroupInputs,
  takeOver: boolean,
): Promise<GroupState> {
  const wish = wishFor(context, state, inputs, takeOver);
  let reached: Reached<Group>;
  try {
    reached = await reconcile(context, groupHolder(context, inputs.groupId, state), wish);
  } catch (error) {
    if (!(error instanceof UncertainSaveError)) throw error;
    const uncertain = error as UncertainSaveError<Group>;
    throw groupFailure(context, uncertainState(state, inputs, wish, uncertain), [error]);
  }
  const next = reachedState(context, state, inputs, wish, reached);
  if (reached.errors.length > 0) throw groupFailure(context, next, reached.errors);
  return next;
}

/** What went wrong, with the state that was reached. */
export function groupFailure(context: LifecycleContext, state: GroupState, errors: readonly unknown[]) {
  const explained = errors.map((error) => withHostHint(state.inputs, error));
  return new PartialFailure(String(state.inputs.groupId), groupOutputsOf(state), explained, (text) =>
    context.redact(text),
  );
}

/** The error for a host that the service does not have says whose list it is in, which is all that there is to mend. */
function withHostHint(inputs: GroupState["inputs"], error: unknown): unknown {
  if (!(error instanceof NotFoundError)) return error;
  const id = targetHosts(inputs).find((hostId) => error.subject === `host ${hostId}`);
  if (id === undefined) return error;
  return new Error(
    `${groupHostLabel(inputs, id)}: ${error.message} The group's configuration is saved. ${forgetHost}`,
    { cause: error },
  );
}

/** What to do about one of `deployHosts` that the service does not have. */
export const forgetHost =
  "If the host was removed from the platform, remove it from the `deployHosts` of the group and run `pulumi up`.";

/** The group's record. `GET` and `POST /api/v1/groups/{id}` */
export function groupHolder(
  context: LifecycleContext,
  groupId: number,
  state: GroupState,
): ConfigurationHolder<Group> {
  const { api } = context;
  const label = groupLabel(state);
  const told = new Set<string>();
  return {
    record: `group ${groupId}`,
    labelOf: ({ name }) => groupLabel({ ...state, name }),
    read: async () => {
      const group = sameRecord(context, label, state, await api.getGroup(groupId, context));
      sameOwner(label, state, {}, group);
      for (const change of identityChanges(label, state, group)) {
        if (!told.has(change)) context.progress.warn(change);
        told.add(change);
      }
      return group;
    },
    save: (json) => api.saveGroup(groupId, json, context),
  };
}

function wishFor(context: LifecycleContext, state: GroupState, inputs: GroupInputs, takeOver: boolean): Wish {
  const { memory } = state;
  const { deploy } = inputs;
  // A host that was not deployed for this group yet is deployed with the next save, not for being named.
  const undeployed = { waived: configurationDigest(memory.key, state.inputs.json) };
  return {
    json: inputs.json,
    ownership: inputs.ownership ?? "whole",
    known: takeOver ? undefined : knownConfiguration(state),
    lost: memory.lostSave,
    guard: guardOf(context, takeOver ? { ...state, inputs: {} } : state, inputs),
    seenAt: state.updatedAt,
    saveAnyway: false,
    readBack: takeOver ? "always" : "whereNew",
    deployAfterSave: takeOver ? (deploy?.onCreate ?? true) : (deploy?.onUpdate ?? true),
    deployUnpublished: !takeOver && (deploy?.onUpdate ?? true),
    triggered: !takeOver && triggersChanged(state.inputs.deploy, deploy),
    digest: configurationDigest(memory.key, inputs.json),
    options: deployOptionsIn(context, deploy),
    targets: targetHosts(inputs).map((id) => {
      const ledger = memory.deployments[id] ?? undeployed;
      return {
        target: groupHost(inputs, id),
        // With whole ownership the keys of others count too, and nobody knows whether those are published.
        ledger: becomesWhole(state.inputs, inputs) ? ledgerAfterDrift(ledger) : ledger,
      };
    }),
  };
}

/** `Host 12 (group 3)` */
export function groupHostLabel(inputs: Pick<GroupInputs, "groupId">, hostId: number): string {
  return `Host ${hostId} (group ${inputs.groupId})`;
}

/** A host to deploy; the lines of all appear on the group's. */
export function groupHost(inputs: Pick<GroupInputs, "groupId">, id: number): DeployTarget {
  return { id, label: groupHostLabel(inputs, id), shownAs: `Host ${id}` };
}

/** The hosts to deploy, each once. */
export function targetHosts(inputs: Pick<GroupInputs, "deployHosts">): number[] {
  return [...new Set(inputs.deployHosts ?? [])];
}

function reachedState(
  context: LifecycleContext,
  state: GroupState,
  inputs: GroupInputs,
  wish: Wish,
  reached: Reached<Group>,
): GroupState {
  const { plan, deployments: reports } = reached;
  const { memory } = state;
  const ledgers = wish.targets.map(({ target, ledger }) => [
    target.id,
    reports.get(target.id)?.ledger ?? ledger,
  ]);
  const summaries = wish.targets.flatMap(({ target: { id } }) => {
    const summary = reports.get(id)?.summary ?? state.deployments[id];
    return summary === undefined ? [] : [[id, summary]];
  });
  return {
    ...state,
    ...recordOutputs(reached.holder),
    clientId: reached.holder.clientId ?? state.clientId,
    inputs,
    savedJson: plan.saved,
    fingerprint: plan.changed ? context.randomHex(12) : state.fingerprint,
    deployments: Object.fromEntries(summaries) as GroupState["deployments"],
    memory: {
      ...memory,
      previous: memory.previous ?? reached.heldBefore,
      fresh: plan.fresh,
      removed: plan.removed,
      observed: reached.observed,
      unsavedImport: undefined,
      lostSave: undefined,
      beforeDrift: undefined,
      deployments: Object.fromEntries(ledgers) as GroupState["memory"]["deployments"],
    },
  };
}

/** After a save that was perhaps carried out, as of a host: see `applyHost`. */
function uncertainState(
  state: GroupState,
  inputs: GroupInputs,
  wish: Wish,
  { holder, heldBefore }: UncertainSaveError<Group>,
): GroupState {
  const { memory } = state;
  const takeOver = wish.known === undefined;
  const former = takeOver ? [] : Object.entries(memory.deployments);
  const ledgers = [
    ...former,
    ...wish.targets.map(({ target, ledger }) => [String(target.id), ledger] as const),
  ];
  const uncertain = ledgers.map(([id, ledger]) => [id, ledgerOfLostSave(wish, ledger)]);
  return {
    ...state,
    ...recordOutputs(holder),
    clientId: holder.clientId ?? state.clientId,
    inputs: { ...(takeOver ? inputs : { ...state.inputs, deploy: inputs.deploy }), json: undefined },
    savedJson: takeOver ? heldBefore : state.savedJson,
    memory: {
      ...memory,
      previous: memory.previous ?? heldBefore,
      lostSave: rememberLostSave(wish, heldBefore),
      beforeDrift: undefined,
      deployments: Object.fromEntries(uncertain) as GroupState["memory"]["deployments"],
    },
  };
}

/** `Group 3 (production)` */
export function groupLabel({ inputs, name }: Pick<GroupState, "inputs" | "name">): string {
  return name === "" ? `Group ${inputs.groupId}` : `Group ${inputs.groupId} (${shortName(name)})`;
}

/** Makes sure that a group of which the service says 404 is gone: see `confirmGone`. */
export async function confirmGroupGone(context: LifecycleContext, state: GroupState): Promise<void> {
  const { inputs, name, clientId } = state;
  await confirmGone(context, { kind: "group", id: inputs.groupId, label: groupLabel(state), name, clientId });
}

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
