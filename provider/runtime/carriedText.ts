import type { JsonValue } from "../api/json";
import { safeJson } from "../api/safeText";
import { isObject } from "../config/values";

/*
 * Some texts mean something to the engine, or act when it prints them, and a host's configuration may hold them all the same:
 * the key and the texts of `signatures.ts`, color directives, escape sequences, halves of characters. They go to the
 * engine as JSON text under a prefix, and come back as what they were. The service never gets the prefix.
 */

const prefix = "hostconfig:text:";

/** Of texts that the engine prints, several lines and tabs are ordinary. */
const acting = /<\{%|(?!\r\n|[\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** A key or a value as the engine may have it. */
export function carryText(text: string): string {
  const special =
    text === signatureKey || unknownTexts.has(text) || text.startsWith(prefix) || acting.test(text);
  return special ? prefix + safeJson(text) : text;
}

/** The key or the value that `carryText` was given. */
export function openText(text: string): string {
  if (!text.startsWith(prefix)) return text;
  try {
    const opened: unknown = JSON.parse(text.slice(prefix.length));
    return typeof opened === "string" ? opened : text;
  } catch {
    // No text of ours: a program may give whatever it likes.
    return text;
  }
}

/** A value of a state that something else than a provider reads, with its texts opened. */
export function openTexts(value: JsonValue): JsonValue {
  if (typeof value === "string") return openText(value);
  if (Array.isArray(value)) return value.map(openTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [openText(key), openTexts(member)]));
}

/*
 * The protocol writes some values as objects with a key that no program uses. Its value tells what the object is.
 */

/** The key that makes an object more than an object. */
export const signatureKey = "4dabf18193072939515e22adb298388d";

export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
export const resourceSignature = "5cf8f73096256a8f31e491e813e4eb8e";
export const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** The text for a value that is not known yet which is right where its type is not known either. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** How the protocol writes a value that is not known yet: one text for each type that it will have. */
export const unknownTexts: ReadonlySet<string> = new Set([
  unknownText,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** The text without halves of characters, which UTF-8 cannot carry and the engine would refuse with all the rest. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
