import type { JsonObject } from "../api/json";
import type { Ownership } from "./configuration/drift";
import { mergeOwned, withDeclared } from "./configuration/mergeOwned";
import { restoreDeclared } from "./configuration/restoreDeclared";
import { knownConfiguration } from "./configuration/savePlan";
import { sameMeaning } from "./configuration/sameMeaning";
import type { DeployInputs } from "./deployment/deployOptions";
import type { LostSave } from "./lostSave";
import type { Wish } from "./reconcile";

interface RestorableState {
  inputs: {
    json?: JsonObject | undefined;
    ownership?: Ownership | undefined;
    deploy?: DeployInputs | undefined;
  };
  savedJson: JsonObject;
  memory: {
    fresh: string[][];
    removed?: string[][] | undefined;
    observed: boolean;
    lostSave?: LostSave | undefined;
  };
}

/** What `onDestroy: "restore"` wishes for: the earlier configuration; of `declared` keys, their earlier values. */
export function restoredConfiguration(
  state: RestorableState,
  previous: JsonObject,
): Pick<Wish, "json" | "ownership" | "known" | "lost" | "deployAfterSave" | "triggered"> {
  const { inputs, savedJson } = state;
  const { lostSave } = state.memory;
  const deploys = inputs.deploy?.onUpdate ?? true;
  const known = knownConfiguration(state);
  const declared = withDeclared(known.declared, lostSave?.attempted) ?? {};
  const owns = inputs.ownership === "declared";
  const json = owns ? restoreDeclared(previous, declared) : previous;
  const restored = owns ? mergeOwned(savedJson, declared, json) : previous;
  return {
    json,
    ownership: inputs.ownership ?? "whole",
    known: owns ? known : undefined,
    lost: lostSave,
    deployAfterSave: deploys,
    // A restore that an earlier try has saved and not deployed is deployed by this one.
    triggered: deploys && (lostSave !== undefined || !sameMeaning(restored, savedJson)),
  };
}

/** What a restore gave back, for the user to read. */
export function restoredText(ownership: Ownership | undefined): string {
  return ownership === "declared"
    ? "the values of the keys that the program declared last"
    : "its configuration";
}

/** Throws what went wrong with the deployments of a restore, all of it. */
export function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 1) throw errors[0];
  if (errors.length === 0) return;
  const messages = errors.map((error) => (error instanceof Error ? error.message : String(error)));
  throw new Error(messages.join("\n"));
}
