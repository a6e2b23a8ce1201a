import { isDeepStrictEqual } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import type { JsonValue } from "../api/json";
import { secretWords } from "../api/redact";
import { opened } from "../config/configurationValue";
import type { Properties, Property } from "../config/values";
import { carryText, openText, secretSignature, signatureKey } from "../runtime/carriedText";
import { fromEngine } from "./unknownValues";

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

/** What stands at the places that `secretPlaces` found in what the engine sent. */
export function valuesAt(properties: Properties, places: unknown): Property[] {
  const known = placesOf(places);
  if (known.length === 0) return [];
  // What is repeated may stand inside the JSON text of a configuration.
  const given = opened(fromEngine(properties));
  return known.map((place) =>
    place.reduce<Property>((found, step) => {
      return typeof found === "object" && found !== null ? (found as Properties)[step] : undefined;
    }, given),
  );
}

/** The same as words that no message may show. */
export function wordsAt(properties: Properties, places: unknown): string[] {
  return valuesAt(properties, places).flatMap((value) => secretWords(value as JsonValue | undefined));
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
