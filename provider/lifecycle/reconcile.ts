import type { JsonObject } from "../api/json";
import type { Ownership } from "./configuration/drift";
import { planSave, type KnownConfiguration, type SavePlan } from "./configuration/savePlan";
import type { DeployOptions } from "./deployment/deployOptions";
import type { DeployTarget } from "./deployment/deployHost";
import { DeploymentRun, type DeploymentReport } from "./deployment/deploymentRun";
import { isDeploymentDue, type DeploymentLedger } from "./deployment/ledger";
import type { LifecycleContext } from "./lifecycleContext";

/** The record of the service that holds the configuration: a host or a group. */
export interface ConfigurationHolder<Holder extends { json: JsonObject | undefined }> {
  read(): Promise<Holder>;
  save(json: JsonObject): Promise<void>;
}

/** What is to become true. */
export interface Wish {
  /** The desired configuration; `undefined` where the program does not manage it. */
  json: JsonObject | undefined;
  ownership: Ownership;
  /** What the state knows of the last save; `undefined` where the resource takes the configuration over. */
  known: KnownConfiguration | undefined;
  /** Save even where `json` is the same, because the admin-level configuration changed. */
  saveAnyway: boolean;
  /** Deploy after a save. */
  deployAfterSave: boolean;
  /** Deploy what is saved already, where it was not published yet. */
  deployUnpublished: boolean;
  /** A trigger changed: deploy whatever happens. */
  triggered: boolean;
  /** Digest of what is desired. */
  digest: string;
  options: DeployOptions;
  /** The hosts to deploy, and what the state remembers of their deployments. */
  targets: { target: DeployTarget; ledger: DeploymentLedger }[];
}

/** What has become true. */
export interface Reached<Holder> {
  /** The record as it was read last. */
  holder: Holder;
  /** What the service held right before the save. */
  heldBefore: JsonObject;
  plan: SavePlan;
  saved: boolean;
  /** Whether the record was read after the save. */
  observed: boolean;
  /** By host id; only hosts whose deployment was due. */
  deployments: Map<number, DeploymentReport>;
  /** What went wrong after the save. */
  errors: unknown[];
}

/**
 * Read, save, deploy, wait, in this order, and nothing that is not needed. What goes wrong before the save is thrown;
 * what goes wrong after it is reported, for the state to remember what was reached.
 */
export async function reconcile<Holder extends { json: JsonObject | undefined }>(
  context: LifecycleContext,
  holder: ConfigurationHolder<Holder>,
  wish: Wish,
): Promise<Reached<Holder>> {
  let runs = await prepareRuns(context, wish, dueTargets(wish));
  const before = await holder.read();
  const held = before.json ?? {};
  const plan = planFor(wish, held);
  const save = plan.needed || wish.saveAnyway;
  if (save && wish.deployAfterSave && runs.size < wish.targets.length) {
    const missing = wish.targets.filter(({ target }) => !runs.has(target.id));
    runs = new Map([...runs, ...(await prepareRuns(context, wish, missing))]);
  }
  if (save) await holder.save(plan.send);

  // From here on the service holds something new: whatever happens has to reach the state.
  const reached: Reached<Holder> = {
    holder: before,
    heldBefore: held,
    plan,
    saved: save,
    observed: wish.known?.observed ?? false,
    deployments: new Map(),
    errors: [],
  };
  if (save && wish.known === undefined) await observe(reached, holder);
  await Promise.all(
    [...runs].map(async ([hostId, run]) => {
      const report = await run.finish(save);
      reached.deployments.set(hostId, report);
      if (report.error !== undefined) reached.errors.push(report.error);
    }),
  );
  return reached;
}

/** Reads back what the service made of the first save, to know from then on what it adds by itself. */
async function observe<Holder extends { json: JsonObject | undefined }>(
  reached: Reached<Holder>,
  holder: ConfigurationHolder<Holder>,
): Promise<void> {
  try {
    reached.holder = await holder.read();
    reached.plan = { ...reached.plan, saved: reached.holder.json ?? {}, fresh: [] };
    reached.observed = true;
  } catch (error) {
    reached.errors.push(error);
  }
}

function planFor(wish: Wish, held: JsonObject): SavePlan {
  if (wish.json !== undefined) return planSave(wish.json, wish.ownership, wish.known, held);
  // A save always carries `json`, also where only the admin-level configuration is managed.
  return { needed: false, send: held, saved: held, fresh: [], changed: false };
}

function dueTargets(wish: Wish): Wish["targets"] {
  if (wish.triggered) return wish.targets;
  return wish.targets.filter(({ ledger }) => isDeploymentDue(ledger, wish.digest, wish.deployUnpublished));
}

async function prepareRuns(
  context: LifecycleContext,
  wish: Wish,
  targets: Wish["targets"],
): Promise<Map<number, DeploymentRun>> {
  const { options, digest, triggered } = wish;
  const runs = await Promise.all(
    targets.map(async ({ target, ledger }): Promise<[number, DeploymentRun]> => {
      const due = { target, options, ledger, digest, triggered };
      return [target.id, await DeploymentRun.prepare(context, due)];
    }),
  );
  return new Map(runs);
}
