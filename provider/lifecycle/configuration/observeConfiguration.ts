import type { JsonObject } from "../../api/json";
import type { BeforeDrift } from "./beforeDrift";
import { mapDrift, type Ownership } from "./drift";
import { knownConfiguration, type LostConfiguration } from "./savePlan";
import { takenEffect } from "./takenEffect";
import { withDeclared } from "./mergeOwned";
import { sameMeaning } from "./sameMeaning";
import { withoutUnheld } from "./unheld";
import { removedAdditions, takeAdditions } from "./serviceAdditions";

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
