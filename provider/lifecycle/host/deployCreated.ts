import { configurationDigest } from "../configuration/digest";
import { DeploymentRun } from "../deployment/deploymentRun";
import { deployOptionsIn } from "../deployment/deployOptions";
import type { LifecycleContext } from "../lifecycleContext";
import { hostLabel } from "./applyHost";
import { hostFailure } from "./hostFailure";
import type { HostState } from "./hostOutputs";

/**
 * Deploys a host that was just created, or taken over as it is, for `deploy.onCreate`.
 *
 * @param state the host, its deployment being owed
 */
export async function deployCreated(context: LifecycleContext, state: HostState): Promise<HostState> {
  const { inputs, memory } = state;
  const due = {
    target: { id: state.hostId, label: hostLabel(state) },
    options: deployOptionsIn(context, inputs.deploy),
    ledger: {},
    digest: configurationDigest(memory.key, inputs.json, inputs.jsonAdmin),
    triggered: false,
  };
  let run: DeploymentRun;
  try {
    run = await DeploymentRun.prepare(context, due);
  } catch (error) {
    throw hostFailure(context, state, [error]);
  }
  const report = await run.finish(false);
  const next = {
    ...state,
    deployment: report.summary ?? state.deployment,
    memory: { ...memory, deployment: report.ledger },
  };
  if (report.error !== undefined) throw hostFailure(context, next, [report.error]);
  return next;
}
