import { DeploymentRun } from "./deployment/deploymentRun";
import type { LifecycleContext } from "./lifecycleContext";
import type { Wish } from "./reconcile";

/**
 * Waits until every host is ready for its deployment, all at the same time. Where one fails, the others wait no longer.
 *
 * @returns by host id
 */
export async function prepareRuns(
  context: LifecycleContext,
  { options, digest, triggered, restores }: Wish,
  targets: Wish["targets"],
): Promise<Map<number, DeploymentRun>> {
  const failed = new AbortController();
  const signals = [failed.signal, ...(context.signal === undefined ? [] : [context.signal])];
  const own = { ...context, signal: AbortSignal.any(signals) };
  const runs = targets.map(async ({ target, ledger }): Promise<[number, DeploymentRun]> => {
    const due = { target: { ...target, restores }, options, ledger, digest, triggered };
    return [target.id, await DeploymentRun.prepare(own, due)];
  });
  try {
    return new Map(await Promise.all(runs));
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(runs);
    throw error;
  }
}
