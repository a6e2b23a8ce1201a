import type { JsonObject } from "../api/json";
import type { OnConflict } from "../api/settings";
import type { Ownership } from "./configuration/drift";
import type { LifecycleContext } from "./lifecycleContext";
import type { ManagedRecords, SeenConfiguration } from "./managedRecords";
import type { SaveGuard } from "./saveGuard";

interface ManagedState {
  inputs: { json?: JsonObject | undefined; ownership?: Ownership | undefined };
  savedJson: JsonObject;
  fingerprint: string;
  memory: {
    fresh: string[][];
    unsavedImport?: boolean | undefined;
    lostSave?: { takeOver: boolean; declared?: JsonObject | undefined } | undefined;
  };
}

/** Whether an update adopts the keys that the program has left to others. */
export function becomesWhole(
  before: { ownership?: Ownership | undefined },
  after: { json?: unknown; ownership?: unknown },
): boolean {
  return after.json !== undefined && before.ownership === "declared" && after.ownership !== "declared";
}

/**
 * Set if an update is the first one that manages the configuration, whenever that happens: after an import, with a first `json`, with
 * `ownership` that becomes `whole`.
 */
export function adoptionByUpdate(
  { inputs, memory }: ManagedState,
  news: { json?: unknown; ownership?: unknown },
): SaveGuard["adopts"] {
  if (news.json === undefined) return undefined;
  const declared = inputs.json ?? memory.lostSave?.declared;
  if (memory.unsavedImport === true || memory.lostSave?.takeOver === true || declared === undefined) {
    return { asked: undefined };
  }
  return becomesWhole(inputs, news) ? { asked: declared } : undefined;
}

/** What the state last saw of the service, before a refresh of the same run. */
export function seenBy(
  managed: ManagedRecords,
  { fingerprint, savedJson, memory }: Pick<ManagedState, "fingerprint" | "savedJson" | "memory">,
): SeenConfiguration {
  return managed.seenBefore(fingerprint) ?? { saved: savedJson, fresh: memory.fresh };
}

/** What may happen to the changes of others at a save of a resource that the state knows. */
export function guardOf(
  { onConflict, managed }: Pick<LifecycleContext, "onConflict" | "managed">,
  state: ManagedState,
  news: { json?: unknown; ownership?: unknown; onConflict?: OnConflict | undefined },
): SaveGuard {
  const adopts = adoptionByUpdate(state, news);
  // Values that the program meets for the first time are reported, even if the state has seen them.
  const isNew = adopts?.asked === undefined && adopts !== undefined && state.memory.unsavedImport !== true;
  return {
    adopts,
    seen: isNew ? undefined : seenBy(managed, state),
    onConflict: news.onConflict ?? onConflict,
  };
}
