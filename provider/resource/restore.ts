import type { LifecycleContext } from "./context";
import type { JsonObject } from "../api/json";
import type { OnConflict } from "../api/settings";
import { sameMeaning } from "../config/compare";
import {
  type Ownership,
  mergeOwned,
  withDeclared,
  withoutKeysOf,
  valuesOfDeclared,
} from "../config/ownership";
import { knownConfiguration } from "../config/savePlan";

import type { DeployInputs } from "../deploy/options";
import type { LostSave } from "./lostSave";
import type { Managed } from "./managedRecords";
import type { Wish } from "./reconcile";
import { UncertainSaveError } from "./saveConfiguration";
import { seenBy } from "./saveGuard";

interface RestorableState {
  inputs: {
    json?: JsonObject | undefined;
    ownership?: Ownership | undefined;
    onConflict?: OnConflict | undefined;
    deploy?: DeployInputs | undefined;
  };
  savedJson: JsonObject;
  fingerprint: string;
  memory: {
    fresh: string[][];
    removed?: string[][] | undefined;
    observed: boolean;
    lostSave?: LostSave | undefined;
  };
}

/**
 * What `onDestroy: "restore"` wishes for: the earlier configuration; of `declared` keys, their earlier values.
 *
 * @param successor who has taken over in this run: what it declares stays, and so is no change of others
 */
export function restoredConfiguration(
  { onConflict, managed }: Pick<LifecycleContext, "onConflict" | "managed">,
  state: RestorableState,
  previous: JsonObject,
  successor?: Managed,
): Pick<
  Wish,
  "json" | "ownership" | "known" | "lost" | "guard" | "deployAfterSave" | "triggered" | "restores"
> {
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
    restores: true,
    // A restore that an earlier try has saved and not deployed is deployed by this one.
    triggered:
      successor === undefined && deploys && (lostSave !== undefined || !sameMeaning(restored, savedJson)),
  };
}

/** Whether a restore would only undo what its successor of this run has just saved. */
export function leavesNothing(successor: Managed | undefined): boolean {
  return successor?.json !== undefined && successor.ownership !== "declared";
}

/** Why a resource that is to restore does not. */
export function notRestored(label: string): string {
  return `${label}: this program goes on managing it, so what was there before is not restored, and not known any more. An alias keeps it when a resource is renamed, and deleteBeforeReplace when a replacement is forced by hand.`;
}

/** That a record stays as it is, and who has it now. */
export function stays(label: string, successor: Managed | undefined): string {
  const now = successor === undefined ? "it is no longer managed here" : "this program goes on managing it";
  return `${label} stays on the platform as it is; ${now}.`;
}

/** What a restore gave back. */
export function restored(
  label: string,
  ownership: Ownership | undefined,
  successor: Managed | undefined,
): string {
  const what =
    ownership === "declared" ? "the values of the keys that the program declared last" : "its configuration";
  const but = successor === undefined ? "" : ", but for what this program goes on managing";
  return `${label} has ${what} again from before it was managed here${but}.`;
}

/**
 * Throws what went wrong with the deployments of a restore, all of it. Pulumi keeps the resource as it was before a delete
 * that failed, so that an update alone would find nothing to do.
 *
 * @param label `Host 12 (web1)`
 */
export function throwUnpublished(label: string, errors: readonly unknown[]): void {
  if (errors.length === 0) return;
  const messages = errors.map((error) => (error instanceof Error ? error.message : String(error)));
  const holds = `${label} now holds what was there before it was managed here, saved and not published, and the state does not show it.`;
  throw new Error([...messages, `${holds} ${afterFailedRestore}`].join("\n"), { cause: errors[0] });
}

/** The two ways on from a restore that was carried out in part. */
const afterFailedRestore =
  "Run the same command again to finish; to keep managing it, run `pulumi refresh`, then `pulumi up`, which saves and deploys the program's configuration.";

/** Runs a restore; where nobody knows whether it was saved, the error names both ways on, too. */
export async function orBothWays<Result>(restore: () => Promise<Result>): Promise<Result> {
  try {
    return await restore();
  } catch (error) {
    if (!(error instanceof UncertainSaveError)) throw error;
    throw new Error(`${error.message} ${afterFailedRestore}`, { cause: error });
  }
}
