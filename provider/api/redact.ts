import { ExactNumber } from "./exactNumbers";
import type { JsonValue } from "./json";

/** Shorter ones would blot out parts of ordinary words, and cannot be told from them. */
export const shortestSecret = 4;

/**
 * Makes a function that replaces every given secret in a text, also where it is written as in JSON or in a URL. Looks at
 * the secrets with the first text: most operations say nothing.
 */
export function redactor(secrets: Iterable<string>): (text: string) => string {
  let ordered: readonly string[] | undefined;
  return (text) =>
    (ordered ??= spellingsOf(secrets)).reduce(
      (redacted, secret) => redacted.replaceAll(secret, "[secret]"),
      text,
    );
}

/** Longest first, so that of a secret within another nothing stays. */
function spellingsOf(secrets: Iterable<string>): string[] {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    spellings.add(secret);
    spellings.add(JSON.stringify(secret).slice(1, -1));
    spellings.add(encodeURIComponent(secret.replace(/\p{Cs}/gu, "\ufffd")));
  }
  return [...spellings].sort((a, b) => b.length - a.length);
}

/** The values in a JSON document that could be secrets: every text and number, at any depth. */
export function* leaves(value: JsonValue | undefined): Generator<string> {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") yield next;
    else if (typeof next === "number" || next instanceof ExactNumber) yield String(next);
    // Not as arguments of one call: an object may have more members than a call takes.
    else if (typeof next === "object" && next !== null)
      for (const member of Object.values(next)) open.push(member);
  }
}

/** The values, and the lines of values such as keys: a job prints them one after the other, and a wait shows each at once. */
export function secretWords(value: JsonValue | undefined): string[] {
  return [...leaves(value)].flatMap((word) => [word, ...word.split(/\r?\n/).map((line) => line.trim())]);
}

/** The values in a YAML text that could be secrets: the text, each line, and what follows a key or a dash. */
export function* yamlLeaves(text: string): Generator<string> {
  yield text;
  for (const line of text.split(/\r?\n/)) {
    yield line.trim();
    yield line
      .replace(/^[\s-]*(?:[^:]*:\s)?\s*/, "")
      .replace(/^(["'])(.*)\1\s*$/, "$2")
      .trim();
  }
}
