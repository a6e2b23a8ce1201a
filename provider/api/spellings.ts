/** A text as somebody reads it who undoes the escapes in it, with where each character of it begins in the original. */
export interface Reading {
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
export function readings(text: string): Reading[] {
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
