import type { JsonObject } from "../../api/json";
import { mapDrift, type Ownership } from "./drift";
import { mergeOwned, withDeclared } from "./mergeOwned";
import { sameMeaning } from "./sameMeaning";
import { unheldKeys } from "./unheld";
import { freshPlaces, predictSaved, takeAdditions } from "./serviceAdditions";

/** What the state knows of the configuration that was saved last. */
export interface KnownConfiguration {
  /** What the program declared, with what a refresh found changed. */
  declared: JsonObject | undefined;
  ownership: Ownership;
  /** What the service held after the last save or read. */
  saved: JsonObject;
  /** Places where the service may have added defaults since, because no read has followed the save. */
  fresh: readonly string[][];
  /** Places where somebody has removed what the service had added, as a refresh found: the next save may bring it back. */
  removed: string[][] | undefined;
  /** Whether a read has ever followed a save: only then is it known what the service adds. */
  observed: boolean;
}

/** What the state remembers of saves whose answers were lost. */
export interface LostConfiguration {
  /** What was declared before them. */
  declared?: JsonObject | undefined;
  /** What they declared: the service may hold it. */
  attempted: JsonObject;
  /** What the service held before them. */
  before: JsonObject;
}

/** What an update does about a configuration, worked out from what the service holds right before it. */
export interface SavePlan {
  /** Whether a save would change anything. */
  needed: boolean;
  /** Whether it brings a key that the service does not hold yet, so that only a read shows whether the service takes it. */
  adds: boolean;
  /** What to send. */
  send: JsonObject;
  /** What the service holds afterwards, as far as it can be known. */
  saved: JsonObject;
  /** Places where the service may add defaults to it. */
  fresh: string[][];
  /** What is left of {@link KnownConfiguration.removed}. */
  removed: string[][] | undefined;
  /** Whether what is saved changes in meaning: the fingerprint then changes too. */
  changed: boolean;
}

/**
 * @param known what the state knows, `undefined` where the resource takes the configuration over
 * @param held what the service holds now
 * @param effect what saves whose answers were lost have brought about
 */
export function planSave(
  desired: JsonObject,
  ownership: Ownership,
  known: KnownConfiguration | undefined,
  held: JsonObject,
  effect?: JsonObject,
): SavePlan {
  const base = known === undefined ? undefined : takeAdditions(known.saved, held, known.fresh);
  const formerly = withDeclared(known?.declared, effect);
  const send = ownership === "declared" ? mergeOwned(held, formerly, desired) : desired;
  const saved = ownership === "declared" ? send : predictWhole(desired, known, base, held);
  const needed = !sameMeaning(saved, held);
  return {
    needed,
    adds: needed && unheldKeys(desired, held).length > 0,
    send,
    saved: needed ? saved : held,
    fresh: needed ? placesOfAdditions(saved, held, base, known) : [],
    removed: needed ? undefined : known?.removed,
    changed: !sameMeaning(saved, base),
  };
}

/** A default that somebody has removed from what the service held comes back with the save, too. */
function placesOfAdditions(
  saved: JsonObject,
  held: JsonObject,
  base: JsonObject | undefined,
  known: KnownConfiguration | undefined,
): string[][] {
  if (known?.observed !== true) return [[]];
  return [...freshPlaces(saved, held), ...freshPlaces(saved, base), ...(known.removed ?? [])];
}

function predictWhole(
  desired: JsonObject,
  known: KnownConfiguration | undefined,
  base: JsonObject | undefined,
  held: JsonObject,
): JsonObject {
  // Taking over: keys that are not declared are somebody's, not the service's.
  if (known?.declared === undefined || known.ownership !== "whole" || base === undefined) return desired;
  return predictSaved(desired, mapDrift(known.declared, base, held, "whole"), held);
}

/** What a resource's state says of the configuration that was saved last. */
export function knownConfiguration(state: {
  inputs: { json?: JsonObject | undefined; ownership?: Ownership | undefined };
  savedJson: JsonObject;
  memory: {
    fresh: string[][];
    removed?: string[][] | undefined;
    observed: boolean;
    lostSave?: LostConfiguration | undefined;
  };
}): KnownConfiguration {
  return {
    declared: state.inputs.json ?? state.memory.lostSave?.declared,
    ownership: state.inputs.ownership ?? "whole",
    saved: state.savedJson,
    fresh: state.memory.fresh,
    removed: state.memory.removed,
    observed: state.memory.observed,
  };
}
