import { writeJson, type JsonObject } from "../api/json";
import type { OnConflict } from "../api/settings";
import { overwritten, type Overwritten, unaskedRemovals } from "../config/conflicts";
import type { Ownership } from "../config/ownership";
import { takeAdditions } from "../config/savePlan";
import { masked, secretAt, secretMark, type SecretPlaces } from "../config/secrets";
import {
  isObject,
  formatPropertyPath,
  leadsTo,
  type PropertyPath,
  type Properties,
  type Property,
} from "../config/values";
import type { LifecycleContext } from "./context";
import type { SeenConfiguration, ManagedRecords } from "./managedRecords";
import type { ResourceState } from "./definition";

/** What may happen to the changes of others at a save. */
export interface SaveGuard {
  /** Set if the save is the first one of a configuration: keys that the program has never named are removed only if it asks for that. */
  adopts: { asked: JsonObject | undefined } | undefined;
  /** What the state last saw of the service; `undefined` if it saw nothing. */
  seen: SeenConfiguration | undefined;
  /** The resource's `onConflict`, else the stack's; `undefined` if neither is set. */
  onConflict: OnConflict | undefined;
}

/** A save that is about to be made. */
interface PlannedSave {
  /** `Host 12 (web1)` */
  label: string;
  /** What the service holds. */
  held: JsonObject;
  /** What it will hold. */
  saved: JsonObject;
  /** What an earlier save, whose answer was lost, has sent. */
  attempted: JsonObject | undefined;
  restores: boolean;
}

/** What a save overwrites, in words: to warn of once it is made, or if nobody knows whether it was. */
interface Overwrites {
  done: string;
  perhaps: string;
}

/** As many values as one message names. */
const mostNamed = 20;

/**
 * Compares a save with the changes that others have made.
 *
 * @returns what to warn of, if anything
 * @throws Error if the save must not be made
 */
export function guardSave(
  { redact, secretPaths = [] }: Pick<LifecycleContext, "redact" | "secretPaths">,
  { adopts, seen, onConflict }: SaveGuard,
  save: PlannedSave,
): Overwrites | undefined {
  if (onConflict === "overwrite") return undefined;
  const { label, held, saved, attempted } = save;
  const removed = adopts === undefined ? [] : unaskedRemovals({ held, saved, asked: adopts.asked });
  if (removed.length > 0 && onConflict !== "warn") throw new Error(adoptionRefused(label, removed));
  const base = seen && takeAdditions(seen.saved, held, seen.fresh);
  const found = overwritten({ seen: base, held, saved, attempted });
  const values = [
    ...found,
    ...removed.filter(({ path }) => !found.some((value) => leadsTo(value.path, path))),
  ];
  if (values.length === 0) return undefined;
  const secret = secretAt(secretPaths);
  const list = named(values, (value) => valueText(value, secret, redact));
  const perhaps = `${label}: the save whose answer was lost may have overwritten what was there: ${list}.`;
  if (adopts !== undefined) {
    return { done: `${label}: adopting the configuration changed what it held: ${list}.`, perhaps };
  }
  const [verb, noun] = save.restores ? ["restored", "restore"] : ["saved", "save"];
  const advice = save.restores
    ? "Run `pulumi refresh`, which accepts them, and then the same command again."
    : 'Run `pulumi refresh` and `pulumi preview --diff` to review them, or set onConflict to "warn" or "overwrite".';
  if (onConflict === "fail") {
    throw new Error(
      `${label}: nothing was ${verb}, because the ${noun} would overwrite changes that were made outside Pulumi: ${list}. ${advice}`,
    );
  }
  return { done: `${label}: the ${noun} overwrote changes that were made outside Pulumi: ${list}.`, perhaps };
}

/**
 * That an adoption needs a decision, because it would remove what others keep.
 *
 * @param removed what it would remove
 */
function adoptionRefused(label: string, removed: readonly Overwritten[]): string {
  const names = named(removed, ({ path }) => formatPropertyPath(["json", ...path]));
  return `${label}: nothing was saved, because adopting its configuration would remove keys that the program does not name: ${names}. To keep them, set ownership to "declared", or bring them into the program, for example with \`npx pulumi-hostconfig import\`. To remove them, set onConflict to "warn" or "overwrite"; for one run, HOSTCONFIG_ON_CONFLICT=warn does it.`;
}

/** That the service has not taken everything over. */
export function notHeld(label: string, paths: readonly PropertyPath[]): string {
  const names = named(paths, (path) => formatPropertyPath(["json", ...path]));
  return `${label}: after the save, the service does not hold these declared keys: ${names}. The next \`pulumi refresh\` shows them as drift.`;
}

/**
 * Why an update will save nothing, as far as the state shows.
 *
 * @param held what the service holds, as the state last saw it
 * @param news the program's inputs; `ownership` and `onConflict` that are not known yet refuse nothing
 */
export function expectedRefusal(
  label: string,
  adopts: SaveGuard["adopts"],
  held: JsonObject,
  news: Properties,
  stackOnConflict: OnConflict | undefined,
): string | undefined {
  const { json, ownership = "whole", onConflict = stackOnConflict ?? "fail" } = news;
  if (adopts === undefined || !isObject(json) || ownership !== "whole" || onConflict !== "fail")
    return undefined;
  const removed = unaskedRemovals({ held, saved: json, asked: adopts.asked });
  return removed.length === 0 ? undefined : adoptionRefused(label, removed);
}

function named<Item>(items: readonly Item[], text: (item: Item) => string): string {
  const more = items.length > mostNamed ? ` and ${items.length - mostNamed} more` : "";
  return `${items.slice(0, mostNamed).map(text).join(", ")}${more}`;
}

/** `json.php.version: "8.4" => "8.3"` */
function valueText(
  { path, theirs, ours }: Overwritten,
  secret: SecretPlaces,
  redact: LifecycleContext["redact"],
): string {
  const place = ["json", ...path];
  const [before, after] = [theirs, ours].map((value) => shownValue(masked(value, place, secret), redact));
  return `${formatPropertyPath(place)}: ${before ?? ""} => ${after ?? ""}`;
}

const longestValue = 100;

function shownValue(value: Property, redact: LifecycleContext["redact"]): string {
  if (value === undefined) return "(none)";
  if (value === secretMark) return secretMark;
  // Before it is cut: nobody knows the beginning of a secret for one.
  const letters = Array.from(redact(writeJson(value)));
  return letters.length <= longestValue ? letters.join("") : `${letters.slice(0, longestValue).join("")}…`;
}

type ManagedState = Pick<ResourceState, "inputs" | "savedJson" | "fingerprint" | "memory">;

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
  { fingerprint, savedJson, memory }: ManagedState,
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
