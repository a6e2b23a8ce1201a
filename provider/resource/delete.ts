import { NotFoundError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { sameMeaning } from "../config/compare";
import { mergeOwned, valuesOfDeclared, withDeclared, withoutKeysOf } from "../config/ownership";
import { knownConfiguration } from "../config/savePlan";
import type { LifecycleContext } from "./context";
import type { Managed } from "./managedRecords";
import { deployOptionsIn } from "../deploy/options";
import { recordLabel, recordName, type ResourceState } from "./definition";
import { confirmGone, confirmRecordGone } from "./identity";
import { type DesiredState, reconcile, type ReconcileResult } from "./reconcile";
import { recordAccess, UncertainSaveError } from "./save";
import { seenBy } from "./saveGuard";

/**
 * Stops managing a record. No endpoint deletes one: it stays on the platform, and with `onDestroy: "restore"` its
 * configuration from before the adoption is saved and deployed first.
 */
export async function deleteResource(context: LifecycleContext, state: ResourceState): Promise<void> {
  const { progress, managed } = context;
  const { inputs, memory } = state;
  const { previous, origin } = memory;
  const label = recordLabel(state);
  const restores = inputs.onDestroy === "restore";
  const successor = managed.find(recordName(state));
  if (!restores || previous === undefined) {
    const now = successor === undefined ? "it is no longer managed here" : "this program goes on managing it";
    const none = restores && origin === "created" ? " There is no earlier configuration to restore." : "";
    progress.info(`${label} stays on the platform as it is; ${now}.${none}`);
    return;
  }
  // A restore would only undo what its successor of this run has just saved.
  if (successor?.json !== undefined && successor.ownership !== "declared") {
    progress.warn(
      `${label}: this program goes on managing it, so what was there before is not restored, and not known any more. An alias keeps it when a resource is renamed, and deleteBeforeReplace when a replacement is forced by hand.`,
    );
    return;
  }
  try {
    await restore(context, state, previous, successor);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await confirmRecordGone(context, state);
    progress.info(`${label} is not there any more; there is nothing left to restore.`);
    return;
  }
  if (inputs.jsonAdmin !== undefined) {
    progress.warn(
      `${label}: the admin-level configuration stays as it is; the service never returns it, so what was there before is not known.`,
    );
  }
  const what =
    inputs.ownership === "declared"
      ? "the values of the keys that the program declared last"
      : "its configuration";
  const but = successor === undefined ? "" : ", but for what this program goes on managing";
  progress.info(`${label} has ${what} again from before it was managed here${but}.`);
}

/** @throws NotFoundError if the record is gone, as far as the service says */
async function restore(
  context: LifecycleContext,
  state: ResourceState,
  previous: JsonObject,
  successor: Managed | undefined,
): Promise<void> {
  const desired: DesiredState = {
    ...restoredConfiguration(context, state, previous, successor),
    restores: true,
    seenAt: undefined,
    saveAnyway: false,
    readBack: "never",
    deployUnpublished: false,
    digest: "restored",
    options: deployOptionsIn(context, state.inputs.deploy),
    targets: state.definition.targets(state, state.inputs).map((target) => ({ target, record: {} })),
  };
  let result: ReconcileResult;
  try {
    result = await reconcile(context, recordAccess(context, state, undefined), desired);
  } catch (error) {
    if (!(error instanceof UncertainSaveError)) throw error;
    throw new Error(`${error.message} ${afterFailedRestore}`, { cause: error });
  }
  const { ifTargetMissing } = state.definition;
  const gone = (error: unknown) => error instanceof NotFoundError;
  const missing = result.errors.find(gone);
  if (ifTargetMissing === undefined && missing instanceof NotFoundError) throw missing;
  // A host that is gone has nothing left to deploy.
  throwUnpublished(
    recordLabel(state),
    result.errors.filter((error) => !gone(error)),
  );
  for (const { target } of desired.targets) {
    if (!gone(result.deployments.get(target.id)?.error)) continue;
    // Its name is not known, and its client is most likely the group's.
    const { id, label } = target;
    const ifRemoved = `${ifTargetMissing ?? ""} Then run the same command again.`;
    const { clientId } = state.record;
    await confirmGone(context, { kind: "host", id, label, name: "", clientId, ifRemoved });
  }
}

/**
 * The configuration that a restore brings back: the earlier one; of `declared` keys, their earlier values.
 *
 * @param successor who has adopted the record in this run: what it declares stays, and so is no change of others
 */
function restoredConfiguration(
  { onConflict, managed }: LifecycleContext,
  state: ResourceState,
  previous: JsonObject,
  successor: Managed | undefined,
): Pick<DesiredState, "json" | "ownership" | "known" | "lost" | "guard" | "deployAfterSave" | "triggered"> {
  const { inputs, savedJson } = state;
  const { lostSave } = state.memory;
  const deploys = inputs.deploy?.onUpdate ?? true;
  const known = knownConfiguration(state);
  const owns = inputs.ownership === "declared";
  const declared = withoutKeysOf(withDeclared(known.declared, lostSave?.attempted) ?? {}, successor?.json);
  const json = owns
    ? valuesOfDeclared(previous, declared)
    : (withDeclared(previous, successor?.json) ?? previous);
  const restored = owns ? mergeOwned(savedJson, declared, json) : json;
  return {
    json,
    ownership: inputs.ownership ?? "whole",
    known: owns ? { ...known, declared } : undefined,
    lost: lostSave,
    guard: {
      adopts: undefined,
      seen: seenBy(managed, state),
      onConflict: inputs.onConflict ?? onConflict,
    },
    deployAfterSave: deploys,
    // A restore that an earlier try has saved and not deployed is deployed by this one.
    triggered:
      successor === undefined && deploys && (lostSave !== undefined || !sameMeaning(restored, savedJson)),
  };
}

/**
 * Throws what went wrong with the deployments of a restore, all of it. Pulumi keeps the resource as it was before a delete
 * that failed, so that an update alone would find nothing to do.
 */
function throwUnpublished(label: string, errors: readonly unknown[]): void {
  if (errors.length === 0) return;
  const messages = errors.map((error) => (error instanceof Error ? error.message : String(error)));
  const holds = `${label} now holds what was there before it was managed here, saved and not published, and the state does not show it.`;
  throw new Error([...messages, `${holds} ${afterFailedRestore}`].join("\n"), { cause: errors[0] });
}

/** What to do after a restore that was carried out in part. */
const afterFailedRestore =
  "Run the same command again to finish; to keep managing it, run `pulumi refresh`, then `pulumi up`, which saves and deploys the program's configuration.";
