import type { JsonObject } from "../../api/json";
import { mapDrift, type Ownership } from "./drift";
import { sameMeaning } from "./sameMeaning";
import { takeAdditions } from "./serviceAdditions";

interface ConfiguredState {
  inputs: { json?: JsonObject | undefined; ownership?: Ownership | undefined };
  savedJson: JsonObject;
  fingerprint: string;
  memory: { fresh: string[][]; observed: boolean };
}

/** The state with what the service holds now, and with the declaration that this amounts to. */
export function observeConfiguration<State extends ConfiguredState>(
  context: { randomHex(bytes: number): string },
  state: State,
  actual: JsonObject,
): State {
  const { memory, inputs } = state;
  const base = takeAdditions(state.savedJson, actual, memory.fresh);
  const json =
    inputs.json === undefined ? undefined : mapDrift(inputs.json, base, actual, inputs.ownership ?? "whole");
  return {
    ...state,
    inputs: { ...inputs, json },
    savedJson: actual,
    fingerprint: sameMeaning(base, actual) ? state.fingerprint : context.randomHex(12),
    memory: { ...memory, fresh: [], observed: memory.observed || memory.fresh.length > 0 },
  };
}
