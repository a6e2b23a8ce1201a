import type { LifecycleContext } from "../context";
import { configurationDigest } from "../../config/compare";
import { known, type Properties } from "../../config/values";

import { readDeployStatus, DeploymentRun, type DeploymentReport } from "../../deploy/deploymentRun";
import { deployOptionsIn } from "../../deploy/options";
import { deploymentSummary, owedAtTakeover } from "../../deploy/record";
import { stateVersion } from "../state";
import { applyGroup, groupFailure, groupHost, targetHosts } from "./applyGroup";
import { groupInputs, groupOutputsOf, type GroupState } from "./group";

/** Takes a group over; groups are not created here. */
export async function createGroup(
  context: LifecycleContext,
  news: Properties,
): Promise<{ id: string; outputs: Properties }> {
  const inputs = groupInputs.parse(known(news));
  const state = {
    inputs,
    name: "",
    clientId: undefined,
    savedJson: {},
    fingerprint: context.randomHex(12),
    createdAt: undefined,
    updatedAt: undefined,
    deployments: {},
    memory: {
      version: stateVersion,
      key: context.randomHex(16),
      fresh: [],
      observed: false,
      deployments: {},
    },
  };
  const taken = await applyGroup(context, state, inputs, true);
  const next = await deployTaken(context, taken);
  context.managed.add(`group ${inputs.groupId}`, inputs);
  return { id: String(inputs.groupId), outputs: groupOutputsOf(next) };
}

/** Deploys the hosts that a takeover without a save has left to an earlier one, whose process was killed after its save. */
async function deployTaken(context: LifecycleContext, taken: GroupState): Promise<GroupState> {
  const { inputs } = taken;
  const left = targetHosts(inputs).filter((id) => taken.deployments[id] === undefined);
  if (inputs.deploy?.onCreate === false || left.length === 0) return taken;
  const reports = await Promise.all(
    left.map(async (id) => [id, await deployOwed(context, taken, id)] as const),
  );
  const deployments = { ...taken.deployments };
  const ledgers = { ...taken.memory.deployments };
  for (const [id, { summary, ledger }] of reports) {
    if (summary !== undefined) deployments[id] = summary;
    if (ledger !== undefined) ledgers[id] = ledger;
  }
  const next = { ...taken, deployments, memory: { ...taken.memory, deployments: ledgers } };
  const errors = reports.flatMap(([, { error }]) => (error === undefined ? [] : [error]));
  if (errors.length > 0) throw groupFailure(context, next, errors);
  return next;
}

/** Deploys one host of a group if its status shows that the group's configuration was perhaps not published. */
async function deployOwed(
  context: LifecycleContext,
  { inputs, updatedAt, memory }: GroupState,
  id: number,
): Promise<Partial<DeploymentReport>> {
  try {
    const status = await readDeployStatus(context, id);
    if (!owedAtTakeover(inputs.deploy?.onCreate, status, updatedAt))
      return { summary: deploymentSummary(status) };
    const run = await DeploymentRun.prepare(context, {
      target: groupHost(inputs, id),
      options: deployOptionsIn(context, inputs.deploy),
      ledger: {},
      digest: configurationDigest(memory.key, inputs.json),
      triggered: false,
    });
    return await run.finish(false);
  } catch (error) {
    // Perhaps it was saved and not published: the next update deploys it.
    return { ledger: { owed: true }, error };
  }
}
