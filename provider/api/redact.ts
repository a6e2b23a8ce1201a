import { ExactNumber, type JsonValue } from "./json";

/** Shorter ones would blot out parts of ordinary words, and cannot be told from them. */
export const shortestSecret = 4;

/**
 * Makes a function that replaces every given secret in a text, however JSON or a URL may spell it. Looks at the secrets
 * with the first text: most operations say nothing.
 */
export function redactor(secrets: Iterable<string>): (text: string) => string {
  let index: SecretIndex | undefined;
  return (text) => {
    index ??= new SecretIndex(secrets);
    const { found } = index;
    return withoutRanges(text, readings(text).flatMap(found));
  };
}

/** Makes a function that tells whether a text is a secret, or has one in it, as a connection string has a password. */
export function repeater(secrets: Iterable<string>): (text: string) => boolean {
  const known = new Set(secrets);
  if (known.size === 0) return () => false;
  const redact = redactor(known);
  return (text) => known.has(text) || redact(text) !== text;
}

/** Where something to be replaced begins and ends. */
type Range = readonly [begin: number, end: number];

/** Secrets by their first characters and their length: a run may know thousands, and an output may have megabytes. */
class SecretIndex {
  readonly #byBeginning = new Map<string, Map<number, Set<string>>>();
  /** By the hash of a beginning, whether there may be a secret that begins so. */
  readonly #hashes = new Uint8Array(0x10000);

  constructor(secrets: Iterable<string>) {
    const sought = new Set<string>();
    for (const secret of secrets) {
      if (secret.length < shortestSecret) continue;
      sought.add(secret);
      // What UTF-8 makes of half a pair.
      sought.add(secret.replace(/\p{Cs}/gu, "\ufffd"));
    }
    // Longest first.
    for (const secret of [...sought].sort((a, b) => b.length - a.length)) {
      const beginning = secret.slice(0, shortestSecret);
      const byLength = this.#byBeginning.get(beginning) ?? new Map<number, Set<string>>();
      this.#byBeginning.set(beginning, byLength);
      byLength.set(secret.length, (byLength.get(secret.length) ?? new Set<string>()).add(secret));
      this.#hashes[hashAt(secret, 0)] = 1;
    }
  }

  /** The places of secrets in the original of a reading. Those that overlap count all. */
  readonly found = ({ text, starts }: Reading): Range[] => {
    const ranges: Range[] = [];
    if (this.#byBeginning.size === 0) return ranges;
    let covered = 0;
    for (let at = 0; at + shortestSecret <= text.length; at += 1) {
      if (this.#hashes[hashAt(text, at)] === 0) continue;
      for (const [length, secrets] of this.#byBeginning.get(text.slice(at, at + shortestSecret)) ?? []) {
        const end = at + length;
        if (end <= covered) break;
        if (!secrets.has(text.slice(at, end))) continue;
        ranges.push([starts?.[at] ?? at, starts?.[end] ?? end]);
        covered = end;
        break;
      }
    }
    return ranges;
  };
}

function hashAt(text: string, at: number): number {
  let hash = 0;
  for (let offset = 0; offset < shortestSecret; offset += 1)
    hash = (hash * 31 + text.charCodeAt(at + offset)) & 0xffff;
  return hash;
}

/** The text with a mark for each of the ranges; those that overlap have one in common. */
function withoutRanges(text: string, ranges: Range[]): string {
  if (ranges.length === 0) return text;
  ranges.sort(([a], [b]) => a - b);
  const pieces: string[] = [];
  let shownTo = 0;
  let open: Range | undefined;
  for (const [begin, end] of [...ranges, [text.length, text.length] as const]) {
    if (open !== undefined && begin < open[1]) {
      open = [open[0], Math.max(open[1], end)];
      continue;
    }
    if (open !== undefined) {
      pieces.push(text.slice(shownTo, open[0]), "[secret]");
      shownTo = open[1];
    }
    open = [begin, end];
  }
  return [...pieces, text.slice(shownTo)].join("");
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

/** A text as somebody reads it who undoes the escapes in it, with where each character of it begins in the original. */
interface Reading {
  text: string;
  /** One more than there are characters; `undefined`: the text is the original. */
  starts: Uint32Array | undefined;
}

/** A way to escape characters: what an escape looks like, and the characters that it stands for, with its length for each. */
interface Spelling {
  escapes: RegExp;
  meaning: (escape: string) => Iterable<readonly [characters: string, length: number]>;
}

const json: Spelling = {
  escapes: /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/g,
  meaning: (escape) => [[jsonCharacter(escape), escape.length]],
};

const shortEscapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function jsonCharacter(escape: string): string {
  const letter = escape.charAt(1);
  return letter === "u"
    ? String.fromCharCode(parseInt(escape.slice(2), 16))
    : (shortEscapes[letter] ?? letter);
}

const url: Spelling = { escapes: /(?:%[0-9a-fA-F]{2})+/g, meaning: percentDecoded };

const form: Spelling = {
  escapes: /\+|(?:%[0-9a-fA-F]{2})+/g,
  meaning: (escape) => (escape === "+" ? [[" ", 1]] : percentDecoded(escape)),
};

/** JSON in JSON, a URL in JSON, an encoded URL as the parameter of another; deeper nobody looks. */
const deepest = 2;

/** The text, and every way to read it that makes another text of it. */
function readings(text: string): Reading[] {
  const all: Reading[] = [{ text, starts: undefined }];
  let latest = all;
  for (let depth = 0; depth < deepest; depth += 1) {
    latest = latest
      .flatMap((reading) => [json, url, form].map((spelling) => read(reading, spelling)))
      .filter((reading) => reading !== undefined);
    for (const reading of latest) if (!all.some((other) => other.text === reading.text)) all.push(reading);
  }
  return all;
}

function read({ text, starts }: Reading, { escapes, meaning }: Spelling): Reading | undefined {
  if (text.search(escapes) === -1) return undefined;
  // What an escape stands for is never longer than the escape.
  const found = new Uint32Array(text.length + 1);
  const pieces: string[] = [];
  let length = 0;
  let at = 0;
  const takeTo = (end: number) => {
    pieces.push(text.slice(at, end));
    for (; at < end; at += 1, length += 1) found[length] = starts === undefined ? at : (starts[at] ?? 0);
  };
  for (const match of text.matchAll(escapes)) {
    takeTo(match.index);
    for (const [characters, size] of meaning(match[0])) {
      pieces.push(characters);
      const start = starts?.[at] ?? at;
      found.fill(start, length, length + characters.length);
      length += characters.length;
      at += size;
    }
  }
  takeTo(text.length);
  found[length] = starts?.[text.length] ?? text.length;
  return { text: pieces.join(""), starts: found.subarray(0, length + 1) };
}

function percentDecoded(escape: string): (readonly [string, number])[] {
  const bytes = Buffer.from(escape.replaceAll("%", ""), "hex");
  const decoded: (readonly [string, number])[] = [];
  let at = 0;
  while (at < bytes.length) {
    const size = sizeOf(bytes[at] ?? 0);
    const character = bytes.toString("utf8", at, at + size);
    const isWhole = at + size <= bytes.length && (character.codePointAt(0) ?? 0) > 0x7f;
    if (size > 1 && isWhole && Buffer.byteLength(character) === size) {
      decoded.push([character, 3 * size]);
      at += size;
    } else {
      // A byte that is no UTF-8 is a character of an older encoding.
      decoded.push([String.fromCharCode(bytes[at] ?? 0), 3]);
      at += 1;
    }
  }
  return decoded;
}

/** How many bytes of UTF-8 a character has that begins with this one. */
function sizeOf(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
