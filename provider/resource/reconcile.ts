import type { LifecycleContext } from "./context";
import type { JsonObject } from "../api/json";
import { sameMeaning } from "../config/compare";
import { unheldKeys } from "../config/conflicts";
import type { Ownership } from "../config/ownership";
import {
  planSave,
  type KnownConfiguration,
  type LostConfiguration,
  type SavePlan,
  takenEffect,
  takeAdditions,
} from "../config/savePlan";

import { type DeployTarget, type DeploymentReport, DeploymentRun } from "../deploy/deploymentRun";
import { DeploymentLostError } from "../deploy/errors";
import type { DeployOptions } from "../deploy/options";
import { isDeploymentDue, type DeploymentLedger } from "../deploy/record";
import { savedSince } from "../deploy/status";
import {
  type ConfigurationHolder,
  type Configured,
  heldConfiguration,
  saveConfiguration,
  UncertainSaveError,
} from "./saveConfiguration";
import { guardSave, notHeld, type SaveGuard } from "./saveGuard";

/** What is to become true. */
export interface Wish {
  /** The desired configuration; `undefined` where the program does not manage it. */
  json: JsonObject | undefined;
  ownership: Ownership;
  /** What the state knows of the last save; `undefined` where the resource takes the configuration over. */
  known: KnownConfiguration | undefined;
  /** What is known of earlier saves whose answers were lost. */
  lost: LostConfiguration | undefined;
  /** What may happen to the changes of others. */
  guard: SaveGuard;
  /** When the record was changed last, as far as the state knows. */
  seenAt: string | undefined;
  /** Save even where `json` is the same, because the admin-level configuration changed. */
  saveAnyway: boolean;
  /**
   * Whether to read what the service made of the save, to know what it adds by itself: after every save, only where that
   * cannot be told from what it added before, or never.
   */
  readBack: "always" | "whereNew" | "never";
  /** Deploy after a save. */
  deployAfterSave: boolean;
  /** Deploy what is saved already, where it was not published yet. */
  deployUnpublished: boolean;
  /** A trigger changed: deploy whatever happens. */
  triggered: boolean;
  /** The resource is let go of, and this is what was there before. */
  restores?: boolean | undefined;
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
 *
 * @throws UncertainSaveError where nobody knows whether the save was carried out
 */
export async function reconcile<Holder extends Configured>(
  context: LifecycleContext,
  holder: ConfigurationHolder<Holder>,
  wish: Wish,
): Promise<Reached<Holder>> {
  const { reached, runs } = await context.managed.inTurn(context, holder.record, () =>
    readAndSave(context, holder, wish),
  );
  // What is saved already may be published already, by a run whose state was lost.
  const savedAt = reached.saved ? undefined : savedSince(reached.holder.updatedAt, wish.seenAt);
  await Promise.all(
    [...runs].map(async ([hostId, run]) => {
      const first = await run.finish(reached.saved, savedAt);
      const report = wasReplaced(first) ? await afterReplacement(holder, wish, run, first) : first;
      reached.deployments.set(hostId, report);
      if (report.error !== undefined) reached.errors.push(report.error);
    }),
  );
  return reached;
}

function wasReplaced({ error }: DeploymentReport): boolean {
  return error instanceof DeploymentLostError && error.loss === "replaced";
}

/**
 * After somebody else's deployment has taken the place of ours. If the service still holds what was saved, theirs publishes
 * it; if it does not do the work of ours, ours is started once more.
 */
async function afterReplacement<Holder extends Configured>(
  holder: ConfigurationHolder<Holder>,
  wish: Wish,
  run: DeploymentRun,
  report: DeploymentReport,
): Promise<DeploymentReport> {
  try {
    const next = await run.again();
    const { record, plan } = await lookAt(holder, wish);
    return plan.needed ? report : await next.finish(false, record.updatedAt);
  } catch {
    return report;
  }
}

/** Everything that must not mix with what another resource does to the same record. */
async function readAndSave<Holder extends Configured>(
  context: LifecycleContext,
  holder: ConfigurationHolder<Holder>,
  wish: Wish,
): Promise<{ reached: Reached<Holder>; runs: Map<number, DeploymentRun> }> {
  const due = dueTargets(wish);
  let runs = await prepareRuns(context, wish, due);
  let look = await lookAt(holder, wish);
  if (deploysAll(wish, look.plan)) {
    const late = await prepareRuns(
      context,
      wish,
      wish.targets.filter((target) => !due.includes(target)),
    );
    // What made a host busy, such as an import, may have changed the configuration.
    if ([...late.values()].some(({ waited }) => waited)) look = await lookAt(holder, wish);
    if (deploysAll(wish, look.plan)) runs = new Map([...runs, ...late]);
  }
  const { record, held, plan } = look;
  const save = plan.needed || wish.saveAnyway;
  const shows = plan.needed && !wish.saveAnyway;
  const label = holder.labelOf(record);
  const restores = wish.restores === true;
  const overwrites = plan.needed
    ? guardSave(context, wish.guard, {
        ...{ label, held, saved: plan.saved, restores },
        attempted: wish.lost?.attempted,
      })
    : undefined;
  let found: Holder | undefined;
  try {
    if (save)
      found = await saveConfiguration(context, holder, {
        record,
        held,
        plan,
        shows,
        restores: wish.restores,
      });
  } catch (error) {
    // If it was carried out, nobody else knows what it has overwritten.
    if (overwrites !== undefined && error instanceof UncertainSaveError)
      context.progress.warn(overwrites.perhaps);
    throw error;
  }

  // From here on the service holds something new: whatever happens has to reach the state.
  if (overwrites !== undefined) context.progress.warn(overwrites.done);
  const reached: Reached<Holder> = {
    holder: record,
    heldBefore: held,
    plan,
    saved: save,
    observed: wish.known?.observed ?? false,
    deployments: new Map(),
    errors: [],
  };
  // What others add before the next look could not be told from what the service has added: they would lose it unnoticed.
  const bringsNew = plan.fresh.length > 0 || plan.adds;
  if (found !== undefined) takeObserved(reached, found);
  else if (save && wish.readBack === "always") await observe(reached, holder);
  else if (plan.needed && wish.readBack === "whereNew" && bringsNew) await observeIfPossible(reached, holder);
  tellUnheld(context, label, wish, reached);
  return { reached, runs };
}

/** Warns of declared keys that the service has left out, where the record was read after the save. */
function tellUnheld<Holder>(
  { progress }: LifecycleContext,
  label: string,
  { json }: Wish,
  { saved, plan }: Reached<Holder>,
): void {
  if (!saved || json === undefined) return;
  const unheld = unheldKeys(json, plan.saved);
  if (unheld.length > 0) progress.warn(notHeld(label, unheld));
}

/** As `observe`; where it fails, the next refresh or update does it. */
async function observeIfPossible<Holder extends Configured>(
  reached: Reached<Holder>,
  holder: ConfigurationHolder<Holder>,
): Promise<void> {
  const errors = [...reached.errors];
  await observe(reached, holder);
  reached.errors = errors;
}

interface Look<Holder> {
  record: Holder;
  held: JsonObject;
  plan: SavePlan;
}

async function lookAt<Holder extends Configured>(
  holder: ConfigurationHolder<Holder>,
  wish: Wish,
): Promise<Look<Holder>> {
  const record = await holder.read();
  const held = heldConfiguration(record);
  return { record, held, plan: planFor(wish, held) };
}

/** Reads back what the service made of the first save. */
async function observe<Holder extends Configured>(
  reached: Reached<Holder>,
  holder: ConfigurationHolder<Holder>,
): Promise<void> {
  try {
    takeObserved(reached, await holder.read());
  } catch (error) {
    reached.errors.push(error);
  }
}

function takeObserved<Holder extends Configured>(reached: Reached<Holder>, record: Holder): void {
  reached.plan = { ...reached.plan, saved: heldConfiguration(record), fresh: [] };
  reached.holder = record;
  reached.observed = true;
}

function planFor({ json, ownership, known, lost }: Wish, held: JsonObject): SavePlan {
  const effect = lost && takenEffect(lost.attempted, lost.before, held);
  if (json !== undefined) return planSave(json, ownership, known, held, effect);
  // A save always carries `json`, also where only the admin-level configuration is managed.
  const base = known === undefined ? undefined : takeAdditions(known.saved, held, known.fresh);
  const { removed } = known ?? {};
  const changed = !sameMeaning(base, held);
  return { needed: false, adds: false, send: held, saved: held, fresh: [], removed, changed };
}

/** Whether there is something to save that every host is to be deployed for. */
function deploysAll(wish: Wish, plan: SavePlan): boolean {
  return wish.deployAfterSave && (plan.needed || wish.saveAnyway);
}

function dueTargets(wish: Wish): Wish["targets"] {
  if (wish.triggered) return wish.targets;
  return wish.targets.filter(({ ledger }) => isDeploymentDue(ledger, wish.digest, wish.deployUnpublished));
}

/**
 * Waits until every host is ready for its deployment, all at the same time. Where one fails, the others wait no longer.
 *
 * @returns by host id
 */
async function prepareRuns(
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
