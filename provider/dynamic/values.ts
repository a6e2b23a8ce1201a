import { isDeepStrictEqual } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { isObject, UNKNOWN, type Properties, type Property } from "../config/values";
import {
  carryText,
  openText,
  secretSignature,
  signatureKey,
  unknownText,
  unknownTexts,
} from "../runtime/carriedText";

/** The properties as the engine sent them, with unknown values marked as such and carried texts opened. */
export function fromEngine(properties: Properties): Properties {
  return changeMembers(properties, openText, (value) => {
    if (typeof value !== "string") return value;
    return unknownTexts.has(value) ? UNKNOWN : openText(value);
  });
}

/** The properties as the engine reads them. */
export function toEngine(properties: Properties): Properties {
  return changeMembers(properties, carryText, (value) => {
    if (typeof value === "string") return carryText(value);
    return value === UNKNOWN ? unknownText : value;
  });
}

/** Most properties hold nothing that has to be changed: they are not written anew. */
function changeMembers(
  properties: Properties,
  changeKey: (key: string) => string,
  changeLeaf: (value: Property) => Property,
): Properties {
  let changed = false;
  const change = (value: Property): Property => {
    if (Array.isArray(value)) {
      const items = value.map(change);
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    return isObject(value) ? changeMembers(value, changeKey, changeLeaf) : changeLeaf(value);
  };
  const members: [string, Property][] = [];
  for (const [key, before] of Object.entries(properties)) {
    const [name, value] = [changeKey(key), change(before)];
    changed ||= name !== key || value !== before || value === undefined;
    if (value !== undefined) members.push([name, value]);
  }
  return changed ? Object.fromEntries(members) : properties;
}

type Place = (string | number)[];

/** The places of secrets in a program's inputs, in time; `undefined` where there are none. */
export function secretPlaces(inputs: object): Promise<Place[] | undefined> | undefined {
  const places = placesIn(inputs, []);
  // Most inputs are plain values, for which nothing has to be waited for.
  if (places.length === 0) return undefined;
  return allOf(places).then((found) => (found.length === 0 ? undefined : found));
}

function placesIn(value: unknown, place: Place): Promise<Place[]>[] {
  if (pulumi.Output.isInstance(value)) return [placeOf(value, place)];
  if (value instanceof Promise) return [placesBehind(value, place)];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    placesIn(member, [...place, Array.isArray(value) ? Number(key) : key]),
  );
}

async function placeOf(value: pulumi.Output<unknown>, place: Place): Promise<Place[]> {
  return (await pulumi.isSecret(value)) ? [place] : [];
}

async function placesBehind(value: Promise<unknown>, place: Place): Promise<Place[]> {
  return allOf(placesIn(await value, place));
}

async function allOf(places: Promise<Place[]>[]): Promise<Place[]> {
  return (await Promise.all(places)).flat();
}

/** The places that `secretPlaces` found, as the lifecycle knows them: the program may have carried a key itself. */
export function placesOf(places: unknown): Place[] {
  return written(places).map((place) =>
    place.map((step) => (typeof step === "string" ? openText(step) : step)),
  );
}

/** Those under keys that do not stay as the program wrote them: the engine does not find them in what it gets back. */
export function respelledPlaces(places: unknown): Place[] {
  return written(places).filter((place) =>
    place.some((step) => typeof step === "string" && carryText(openText(step)) !== step),
  );
}

/** As the state keeps them. */
function written(places: unknown): Place[] {
  return Array.isArray(places) ? (places as Place[]) : [];
}

/** What a read found beside what the state had. */
interface Reread {
  before: unknown;
  /** Whether a text is a known secret, or has one in it. */
  repeatsSecret: (text: string) => boolean;
}

/**
 * The properties with what stands at the places marked as secret, for the engine, which marks what it gets back like what
 * it has given: what the state did not hold it could not know. A list with a secret in it is marked as a whole, as there.
 *
 * @param reread where others may have written: what they changed is secret too if it repeats a secret
 */
export function markPlaces(
  properties: Record<string, unknown>,
  places: unknown,
  reread?: Reread,
): Record<string, unknown> {
  return written(places).length === 0 ? properties : markMembers(properties, placesOf(places), reread);
}

function markMembers(
  properties: Record<string, unknown>,
  places: readonly Place[],
  reread: Reread | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key,
      mark(value, below(places, key), reread && { ...reread, before: memberOf(reread.before, key) }),
    ]),
  );
}

function mark(value: unknown, places: readonly Place[], reread: Reread | undefined): unknown {
  if (value === undefined) return value;
  if (places.length === 0 && (reread === undefined || isDeepStrictEqual(value, reread.before))) return value;
  if (isMembers(value) && places.every(({ length }) => length > 0)) return markMembers(value, places, reread);
  const isSecret = places.length > 0 || (reread !== undefined && repeats(value, reread));
  return isSecret ? { [signatureKey]: secretSignature, value } : value;
}

function repeats(value: unknown, reread: Reread): boolean {
  if (typeof value === "string") return reread.repeatsSecret(openText(value));
  return typeof value === "object" && value !== null
    ? Object.values(value).some((member) => repeats(member, reread))
    : false;
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function memberOf(value: unknown, key: string): unknown {
  return isMembers(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function below(places: readonly Place[], key: string): Place[] {
  return places
    .filter(([first]) => typeof first === "string" && carryText(first) === key)
    .map(([, ...rest]) => rest);
}
