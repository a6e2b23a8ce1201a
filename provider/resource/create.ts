import { unheldKeys } from "../config/conflicts";
import { known, type Properties } from "../config/values";
import type { LifecycleContext } from "./context";
import {
  type DeployTarget,
  type DeploymentReport,
  DeploymentRun,
  readDeployStatus,
} from "../deploy/deploymentRun";
import { deployOptionsIn } from "../deploy/options";
import { deploymentSummary, type DeploymentSummary, isUnpublishedAtAdoption } from "../deploy/record";
import { digestOf, recordLabel, recordName, type ResourceDefinition, type ResourceState } from "./definition";
import type { ResourceInputs } from "./inputs";
import { notHeld } from "./saveGuard";
import { stateVersion } from "./state";
import { applyInputs, partialFailure, readCreated, unreadPlaces } from "./update";

/** Adopts the record that the inputs name, or creates a host. */
export async function createResource(
  definition: ResourceDefinition,
  context: LifecycleContext,
  news: Properties,
): Promise<ResourceState> {
  const inputs = definition.parse(known(news));
  const { id, created } = await definition.locate(context, inputs);
  const state = newState(definition, context, id, inputs);
  const next = created ? await settleCreated(context, state) : await adopt(context, state);
  context.managed.add(recordName(state), inputs);
  return next;
}

/** The state of a resource that has saved nothing yet. */
export function newState(
  definition: ResourceDefinition,
  context: LifecycleContext,
  id: number,
  inputs: ResourceInputs,
): ResourceState {
  const memory: ResourceState["memory"] = {
    version: stateVersion,
    key: context.randomHex(16),
    given: definition.given(inputs),
    origin: definition.noun === "host" ? "adopted" : undefined,
    fresh: [],
    observed: false,
  };
  const record = { name: inputs.name ?? "", clientId: undefined, createdAt: undefined, updatedAt: undefined };
  const waived = { record: { waived: digestOf({ definition, memory }, inputs) } };
  const targets = definition.targets({ id, record }, inputs);
  return {
    definition,
    inputs,
    id,
    record,
    savedJson: {},
    fingerprint: context.randomHex(12),
    deployments: new Map(targets.map((target) => [target.id, waived])),
    memory,
  };
}

async function adopt(context: LifecycleContext, state: ResourceState): Promise<ResourceState> {
  const adopted = await applyInputs(context, state, state.inputs, true);
  const { definition, inputs, deployments } = adopted;
  // The output of a host shows its latest deployment, whoever started it.
  if (definition.noun === "group" && inputs.deploy?.onCreate === false) return adopted;
  const left = definition
    .targets(adopted, inputs)
    .filter(({ id }) => deployments.get(id)?.summary === undefined);
  return withReports(context, adopted, left, (target) => deployIfUnpublished(context, adopted, target));
}

/**
 * Deploys a host that an adoption without a save has left to an earlier one, whose process was killed after its save, if
 * the host's status shows that the configuration was perhaps not published.
 */
async function deployIfUnpublished(
  context: LifecycleContext,
  state: ResourceState,
  target: DeployTarget,
): Promise<Partial<DeploymentReport>> {
  const { json, deploy } = state.inputs;
  const deploys = json !== undefined && deploy?.onCreate !== false;
  let found: DeploymentSummary | undefined;
  try {
    const status = await readDeployStatus(context, target.id);
    found = deploymentSummary(status);
    if (!deploys || !isUnpublishedAtAdoption(deploy?.onCreate, status, state.record.updatedAt))
      return { summary: found };
    const report = await deployHost(context, state, target);
    return { ...report, summary: report.summary ?? found };
  } catch (error) {
    // Perhaps it was saved and not published: the next update deploys it.
    return { summary: found, error, ...(deploys ? { record: { owed: true } } : {}) };
  }
}

/** From here on the host is there: whatever fails, its id has to reach the state. */
async function settleCreated(
  context: LifecycleContext,
  { memory, ...rest }: ResourceState,
): Promise<ResourceState> {
  const { inputs, id } = rest;
  const { json = {}, deploy, clientId, active } = inputs;
  const deploys = deploy?.onCreate === true;
  const unread: ResourceState = {
    ...rest,
    record: { ...rest.record, clientId, active },
    savedJson: json,
    deployments: deploys ? new Map([[id, { record: { owed: true } }]]) : rest.deployments,
    memory: { ...memory, origin: "created", fresh: unreadPlaces },
  };
  let state: ResourceState;
  try {
    state = await readCreated(context, unread);
  } catch (error) {
    throw partialFailure(context, unread, [error]);
  }
  const unheld = unheldKeys(json, state.savedJson);
  if (unheld.length > 0) context.progress.warn(notHeld(recordLabel(state), unheld));
  const targets = deploys ? state.definition.targets(state, inputs) : [];
  return withReports(context, state, targets, async (target) => {
    try {
      return await deployHost(context, state, target);
    } catch (error) {
      return { error };
    }
  });
}

async function deployHost(
  context: LifecycleContext,
  state: ResourceState,
  target: DeployTarget,
): Promise<DeploymentReport> {
  const run = await DeploymentRun.prepare(context, {
    target,
    options: deployOptionsIn(context, state.inputs.deploy),
    record: {},
    digest: digestOf(state, state.inputs),
    triggered: false,
  });
  return run.finish(false);
}

/**
 * The state with what became of the hosts, all at the same time.
 *
 * @throws PartialFailure with that state if something went wrong
 */
async function withReports(
  context: LifecycleContext,
  state: ResourceState,
  targets: DeployTarget[],
  operate: (target: DeployTarget) => Promise<Partial<DeploymentReport>>,
): Promise<ResourceState> {
  const reports = await Promise.all(targets.map(operate));
  const deployments = new Map(state.deployments);
  for (const [index, { id }] of targets.entries()) {
    const before = deployments.get(id);
    const { summary = before?.summary, record = before?.record } = reports[index] ?? {};
    deployments.set(id, { summary, record });
  }
  const errors = reports.flatMap(({ error }) => (error === undefined ? [] : [error]));
  const next = { ...state, deployments };
  if (errors.length > 0) throw partialFailure(context, next, errors);
  return next;
}
