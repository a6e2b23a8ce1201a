import { z } from "zod";
import type { JsonObject, JsonValue } from "../api/json";
import { sameMeaning, differences } from "./compare";
import { configurationObject } from "./configurationValue";
import { withoutUnheld } from "./conflicts";
import { mapDrift, type Ownership, withDeclared } from "./ownership";
import {
  knownConfiguration,
  type LostConfiguration,
  takenEffect,
  removedAdditions,
  takeAdditions,
} from "./savePlan";
import { valueAtPath, type PropertyPath } from "./values";

interface ConfiguredState {
  inputs: { json?: JsonObject | undefined; ownership?: Ownership | undefined };
  savedJson: JsonObject;
  fingerprint: string;
  memory: {
    fresh: string[][];
    removed?: string[][] | undefined;
    observed: boolean;
    lostSave?: LostConfiguration | undefined;
    beforeDrift?: BeforeDrift | undefined;
  };
}

/** The state with what the service holds now, and with the declaration that this amounts to. */
export function observeConfiguration<State extends ConfiguredState>(
  context: { randomHex(bytes: number): string },
  state: State,
  actual: JsonObject,
): State {
  const { memory, inputs } = state;
  const base = takeAdditions(state.savedJson, actual, memory.fresh);
  const { declared, ownership } = knownConfiguration(state);
  // From what the last update saved, and not from what an earlier refresh found: drift that is undone is none.
  const origin = memory.beforeDrift ?? (declared && { declared, saved: base });
  const mapped = origin && mapDrift(origin.declared, origin.saved, actual, ownership);
  const { lostSave } = memory;
  const effect = lostSave && takenEffect(lostSave.attempted, lostSave.before, actual);
  const found = mapped && withoutUnheld(withDeclared(mapped, effect) ?? {}, actual);
  const drifted = !sameMeaning(origin?.declared, found);
  const removed = removedAdditions(memory.removed ?? [], actual, base, declared);
  return {
    ...state,
    inputs: { ...inputs, json: drifted ? found : origin?.declared },
    savedJson: actual,
    fingerprint: sameMeaning(base, actual) ? state.fingerprint : context.randomHex(12),
    memory: {
      ...memory,
      fresh: [],
      removed: removed.length === 0 ? undefined : removed,
      observed: memory.observed || memory.fresh.length > 0,
      beforeDrift: drifted ? origin : undefined,
    },
  };
}

/**
 * What the last `pulumi up` declared, and what the service made of it. A read that finds drift writes what it finds over
 * both in the state, so it keeps them here; the state has none as long as there is no drift.
 */
export const beforeDrift = z.object({ declared: configurationObject, saved: configurationObject });

export type BeforeDrift = z.infer<typeof beforeDrift>;

/** A value that is not what the last `pulumi up` declared. */
export interface DriftedValue {
  path: PropertyPath;
  /** As the program declared it; `undefined`: not at all. */
  before: JsonValue | undefined;
  /** As the service holds it; `undefined`: not at all. */
  after: JsonValue | undefined;
}

interface DriftedState {
  inputs: { json?: JsonObject | undefined };
  savedJson: JsonObject;
  memory: {
    beforeDrift?: BeforeDrift | undefined;
    lostSave?: { attempted: JsonObject; before: JsonObject } | undefined;
  };
}

/** What was changed outside Pulumi since the last `pulumi up`, however many refreshes have seen it meanwhile. */
export function driftOf({ inputs: { json = {} }, savedJson, memory }: DriftedState): DriftedValue[] {
  const { beforeDrift: origin, lostSave } = memory;
  if (origin === undefined) return [];
  return differences(origin.declared, json)
    .filter(({ path }) => {
      const held = valueAtPath(savedJson, path);
      // A save whose answer was lost is our own: what it wrote, or left as it was, was not changed by somebody else.
      return ![lostSave?.attempted, lostSave?.before].some(
        (known) => known !== undefined && isMadeOf(valueAtPath(known, path), held),
      );
    })
    .map(({ path }) => ({
      path: ["json", ...path],
      before: valueAtPath(origin.declared, path),
      after: valueAtPath(json, path),
    }));
}

interface ReadMemory {
  beforeDrift?: BeforeDrift | undefined;
  lostSave?: object | undefined;
}

/** Whether an update has to tell the state that the program declares what the last reads have found. */
export function isUnsettled({ beforeDrift, lostSave }: ReadMemory): boolean {
  return beforeDrift !== undefined || lostSave !== undefined;
}

/** The memory once the program declares what is there: an earlier drift, or a save whose answer was lost, counts no more. */
export function settled<Memory extends ReadMemory>(memory: Memory): Memory {
  return { ...memory, beforeDrift: undefined, lostSave: undefined };
}

/** Whether the service may hold this of what was saved: it only adds. */
function isMadeOf(saved: JsonValue | undefined, held: JsonValue | undefined): boolean {
  if (saved === undefined) return held === undefined;
  return differences(saved, held).every(({ kind }) => kind === "add");
}
