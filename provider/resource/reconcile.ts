import type { LifecycleContext } from "./context";
import type { JsonObject } from "../api/json";
import { sameMeaning } from "../config/compare";
import { unheldKeys } from "../config/conflicts";
import type { Ownership } from "../config/ownership";
import {
  type KnownConfiguration,
  type LostConfiguration,
  planSave,
  type SavePlan,
  takeAdditions,
  takenEffect,
} from "../config/savePlan";

import { type DeployTarget, type DeploymentReport, DeploymentRun } from "../deploy/deploymentRun";
import { DeploymentLostError } from "../deploy/errors";
import type { DeployOptions } from "../deploy/options";
import { type DeploymentRecord, isDeploymentDue } from "../deploy/record";
import { savedSince } from "../deploy/status";
import type { ServiceRecord } from "./definition";
import { heldConfiguration, type RecordAccess, saveConfiguration, UncertainSaveError } from "./save";
import { guardSave, notHeld, type SaveGuard } from "./saveGuard";

/** What is to become true. */
export interface DesiredState {
  /** The desired configuration; `undefined` if the program does not manage it. */
  json: JsonObject | undefined;
  ownership: Ownership;
  /** What the state knows of the last save; `undefined` if the resource adopts the configuration. */
  known: KnownConfiguration | undefined;
  /** What is known of earlier saves whose answers were lost. */
  lost: LostConfiguration | undefined;
  /** What may happen to the changes of others. */
  guard: SaveGuard;
  /** When the record was changed last, as far as the state knows. */
  seenAt: string | undefined;
  /** Save even if `json` is the same, because the admin-level configuration changed. */
  saveAnyway: boolean;
  /**
   * Whether to read what the service made of the save, to know what it adds by itself: after every save, only if that
   * cannot be concluded from what it added before, or never.
   */
  readBack: "always" | "whereNew" | "never";
  /** Deploy after a save. */
  deployAfterSave: boolean;
  /** Deploy what is saved already, if it was not published yet. */
  deployUnpublished: boolean;
  /** A trigger changed: deploy whatever happens. */
  triggered: boolean;
  /** The resource is deleted, and this is what was there before. */
  restores?: boolean | undefined;
  /** Digest of what is desired. */
  digest: string;
  options: DeployOptions;
  /** The hosts to deploy, and what the state remembers of their deployments. */
  targets: { target: DeployTarget; record: DeploymentRecord }[];
}

/** What has become true. */
export interface ReconcileResult {
  /** The record as it was read last. */
  record: ServiceRecord;
  /** What the service held right before the save. */
  heldBefore: JsonObject;
  plan: SavePlan;
  saved: boolean;
  /** Whether the record was ever read after a save. */
  observed: boolean;
  /** By host id; only hosts whose deployment was due. */
  deployments: Map<number, DeploymentReport>;
  /** What went wrong after the save. */
  errors: unknown[];
}

/**
 * Read, save, deploy, wait, in this order, and nothing that is not needed. What goes wrong before the save is thrown;
 * what goes wrong after it is reported, for the state to remember what was reached.
 *
 * @throws UncertainSaveError if nobody knows whether the save was carried out
 */
export async function reconcile(
  context: LifecycleContext,
  access: RecordAccess,
  desired: DesiredState,
): Promise<ReconcileResult> {
  // Nothing of this must mix with what another resource does to the same record.
  const { result, runs } = await context.managed.inTurn(context, access.name, async () => {
    const { read, runs } = await readAndPrepare(context, access, desired);
    return { result: await save(context, access, desired, read), runs };
  });
  // What is saved already may be published already, by a run whose state was lost.
  const savedAt = result.saved ? undefined : savedSince(result.record.updatedAt, desired.seenAt);
  await Promise.all(
    [...runs].map(async ([hostId, run]) => {
      const first = await run.finish(result.saved, savedAt);
      const report = wasReplaced(first) ? await afterReplacement(access, desired, run, first) : first;
      result.deployments.set(hostId, report);
      if (report.error !== undefined) result.errors.push(report.error);
    }),
  );
  return result;
}

/** The record as it was read, and what a save of it would do. */
interface PlannedRead {
  record: ServiceRecord;
  held: JsonObject;
  plan: SavePlan;
}

/** Reads the record once every host that has to be deployed is ready for it: what is read has to be what is saved over. */
async function readAndPrepare(
  context: LifecycleContext,
  access: RecordAccess,
  desired: DesiredState,
): Promise<{ read: PlannedRead; runs: Map<number, DeploymentRun> }> {
  const deploysAll = ({ plan }: PlannedRead) =>
    desired.deployAfterSave && (plan.needed || desired.saveAnyway);
  const due = desired.targets.filter(
    ({ record }) => desired.triggered || isDeploymentDue(record, desired.digest, desired.deployUnpublished),
  );
  const runs = await prepareRuns(context, desired, due);
  let read = await readAndPlan(access, desired);
  if (!deploysAll(read)) return { read, runs };
  const others = desired.targets.filter((target) => !due.includes(target));
  const late = await prepareRuns(context, desired, others);
  // What made a host busy, such as an import, may have changed the configuration.
  if ([...late.values()].some(({ waited }) => waited)) read = await readAndPlan(access, desired);
  return { read, runs: deploysAll(read) ? new Map([...runs, ...late]) : runs };
}

async function readAndPlan(access: RecordAccess, desired: DesiredState): Promise<PlannedRead> {
  const record = await access.read();
  const held = heldConfiguration(record);
  return { record, held, plan: planFor(desired, held) };
}

function planFor({ json, ownership, known, lost }: DesiredState, held: JsonObject): SavePlan {
  const effect = lost && takenEffect(lost.attempted, lost.before, held);
  if (json !== undefined) return planSave(json, ownership, known, held, effect);
  // A save always carries `json`, also if only the admin-level configuration is managed.
  const base = known === undefined ? undefined : takeAdditions(known.saved, held, known.fresh);
  const { removed } = known ?? {};
  const changed = !sameMeaning(base, held);
  return { needed: false, adds: false, send: held, saved: held, fresh: [], removed, changed };
}

/**
 * Waits until every host is ready for its deployment, all at the same time. If one fails, the others wait no longer.
 *
 * @returns by host id
 */
async function prepareRuns(
  context: LifecycleContext,
  { options, digest, triggered, restores }: DesiredState,
  targets: DesiredState["targets"],
): Promise<Map<number, DeploymentRun>> {
  const failed = new AbortController();
  const signals = [failed.signal, ...(context.signal === undefined ? [] : [context.signal])];
  const own = { ...context, signal: AbortSignal.any(signals) };
  const runs = targets.map(async ({ target, record }): Promise<[number, DeploymentRun]> => {
    const due = { target: { ...target, restores }, options, record, digest, triggered };
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

/** Saves if the plan needs it and the guard allows it, and reads back what the service made of it. */
async function save(
  context: LifecycleContext,
  access: RecordAccess,
  desired: DesiredState,
  { record, held, plan }: PlannedRead,
): Promise<ReconcileResult> {
  const label = access.labelOf(record);
  const { restores, saveAnyway, guard, lost, json } = desired;
  const saved = plan.needed || saveAnyway;
  const attempted = lost?.attempted;
  const guarded = { label, held, saved: plan.saved, attempted, restores: restores === true };
  const overwrites = plan.needed ? guardSave(context, guard, guarded) : undefined;
  const shows = plan.needed && !saveAnyway;
  let found: ServiceRecord | undefined;
  try {
    if (saved) found = await saveConfiguration(context, access, { record, held, plan, shows, restores });
  } catch (error) {
    // If it was carried out, nobody else knows what it has overwritten.
    if (overwrites !== undefined && error instanceof UncertainSaveError)
      context.progress.warn(overwrites.perhaps);
    throw error;
  }

  // From here on the service holds something new: whatever happens has to reach the state.
  if (overwrites !== undefined) context.progress.warn(overwrites.done);
  const observed = desired.known?.observed ?? false;
  const reached = { heldBefore: held, plan, saved, observed };
  const result: ReconcileResult = { record, ...reached, deployments: new Map(), errors: [] };
  const final = saved ? await withReadBack(access, desired, result, found) : result;
  const unheld = saved && json !== undefined ? unheldKeys(json, final.plan.saved) : [];
  if (unheld.length > 0) context.progress.warn(notHeld(label, unheld));
  return final;
}

/** The result with what the service made of the save, if the desired state asks for that. */
async function withReadBack(
  access: RecordAccess,
  { readBack }: DesiredState,
  result: ReconcileResult,
  found: ServiceRecord | undefined,
): Promise<ReconcileResult> {
  const { plan } = result;
  // What others add before the next read could not be told from what the service has added: they would lose it unnoticed.
  const bringsNew = plan.needed && (plan.fresh.length > 0 || plan.adds);
  const reads = readBack === "always" || (readBack === "whereNew" && bringsNew);
  if (found === undefined && !reads) return result;
  try {
    const record = found ?? (await access.read());
    return {
      ...result,
      record,
      plan: { ...plan, saved: heldConfiguration(record), fresh: [] },
      observed: true,
    };
  } catch (error) {
    // After any but the first save, the next refresh or update makes up for it.
    return readBack === "always" ? { ...result, errors: [error] } : result;
  }
}

function wasReplaced({ error }: DeploymentReport): boolean {
  return error instanceof DeploymentLostError && error.loss === "replaced";
}

/**
 * After somebody else's deployment has taken the place of ours. If the service still holds what was saved, theirs publishes
 * it; if it does not do the work of ours, ours is started once more.
 */
async function afterReplacement(
  access: RecordAccess,
  desired: DesiredState,
  run: DeploymentRun,
  report: DeploymentReport,
): Promise<DeploymentReport> {
  try {
    const next = await run.again();
    const { record, plan } = await readAndPlan(access, desired);
    return plan.needed ? report : await next.finish(false, record.updatedAt);
  } catch {
    return report;
  }
}
