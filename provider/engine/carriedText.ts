import type { JsonValue } from "../api/json";
import { safeJson } from "../api/safeText";
import { isObject } from "../lifecycle/configuration/jsonKinds";
import { signatureKey, unknownTexts } from "./signatures";

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
