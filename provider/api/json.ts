import { randomBytes } from "node:crypto";

/** Any value that JSON can carry. */
export type JsonValue = null | boolean | number | ExactNumber | string | JsonValue[] | JsonObject;

/** A JSON object: the form of a host's or a group's configuration. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/*
 * A configuration may hold numbers that JavaScript's numbers cannot, such as 9007199254740993 (2^53 + 1): reading and
 * saving it would change them. Only these are carried as an `ExactNumber`, so that a number is one or the other.
 */

/** A number of a JSON text that JavaScript has no number for. */
export class ExactNumber {
  /** @param text as it was written */
  constructor(readonly text: string) {}

  /** The number as a text, for whatever has no number for it either. */
  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** Numbers of at most 15 digits with exponents of at most two are never meant. */
const mayBeInexact = /[\d.]{16}|[eE][+-]?\d{3}/;

/**
 * As `JSON.parse`; numbers that would come out as another one come as an `ExactNumber`.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  if (!mayBeInexact.test(text)) return value;
  // Nobody who writes a text can guess what stands for its numbers.
  const nonce = randomBytes(16).toString("hex");
  const numbers = new Map<string, ExactNumber>();
  const parts: string[] = [];
  let copied = 0;
  for (const [start, end] of numberPlaces(text)) {
    const number = text.slice(start, end);
    if (!isInexact(number)) continue;
    const standIn = `${nonce}${numbers.size}`;
    numbers.set(standIn, new ExactNumber(number));
    parts.push(text.slice(copied, start), `"${standIn}"`);
    copied = end;
  }
  if (numbers.size === 0) return value;
  parts.push(text.slice(copied));
  return withNumbers(JSON.parse(parts.join("")), numbers);
}

/** As `JSON.stringify`; an `ExactNumber` is written as the number that it is. */
export function writeJson(value: unknown): string {
  return holdsExactNumber(value) ? write(value) : JSON.stringify(value);
}

/** Whether the value is a number that JavaScript has none for, or has one inside. */
export function holdsExactNumber(value: unknown): boolean {
  if (value instanceof ExactNumber) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsExactNumber);
}

/** Whether two numbers are equal, in whatever spelling. */
export function sameNumber(one: ExactNumber, other: ExactNumber): boolean {
  return one.text === other.text || canonicalNumber(one.text) === canonicalNumber(other.text);
}

/** A text that is equal for equal numbers: the digits after `0.`, without zeros at both ends, and the power of ten. */
export function canonicalNumber(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = whole + fraction;
  const digits = all.slice(zerosBefore(all), all.length - zerosAfter(all));
  if (digits === "") return "0";
  const power = Number(exponent) + whole.length - zerosBefore(all);
  // Nobody writes exponents of more digits than can be calculated with: such a number is equal to itself only.
  if (!Number.isSafeInteger(power)) return text;
  return `${mantissa.startsWith("-") ? "-" : ""}0.${digits}e${power}`;
}

/** The closest number that JavaScript has, but no zero for what is not zero, and none that JSON has no form for. */
export function nearestNumber({ text }: ExactNumber): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const size = Math.min(Math.abs(Number(text)), Number.MAX_VALUE);
  return sign * Math.max(size, Number.MIN_VALUE);
}

// By hand: an expression for strings and numbers needs a stack as deep as the text is long.
function* numberPlaces(text: string): Generator<[start: number, end: number]> {
  let at = 0;
  while (at < text.length) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== quote)
        at += text.charCodeAt(at) === backslash ? 2 : 1;
      at += 1;
    } else if (beginsNumber(character)) {
      const start = at;
      while (at < text.length && belongsToNumber(text.charCodeAt(at))) at += 1;
      yield [start, at];
    } else at += 1;
  }
}

const [quote, backslash, minus, plus, point] = [0x22, 0x5c, 0x2d, 0x2b, 0x2e];
const [zero, nine, smallE, bigE] = [0x30, 0x39, 0x65, 0x45];

function beginsNumber(character: number): boolean {
  return character === minus || (character >= zero && character <= nine);
}

function belongsToNumber(character: number): boolean {
  return beginsNumber(character) || [plus, point, smallE, bigE].includes(character);
}

function isInexact(text: string): boolean {
  if (!mayBeInexact.test(text)) return false;
  const number = Number(text);
  return !Number.isFinite(number) || canonicalNumber(text) !== canonicalNumber(String(number));
}

/** Puts the numbers in place of what stands for them. Without recursion: whether it is too deep is seen later. */
function withNumbers(value: unknown, numbers: ReadonlyMap<string, ExactNumber>): unknown {
  const whole = { value };
  const open: object[] = [whole];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const [key, member] of Object.entries(container) as [string, unknown][]) {
      const number = typeof member === "string" ? numbers.get(member) : undefined;
      // It is there already, so that `__proto__` is a key like any other.
      if (number !== undefined) Reflect.defineProperty(container, key, { value: number });
      else if (typeof member === "object" && member !== null) open.push(member);
    }
  }
  return whole.value;
}

function write(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) {
    return `[${value.map((item) => (item === undefined ? "null" : write(item))).join(",")}]`;
  }
  if (!holdsExactNumber(value)) return JSON.stringify(value);
  const members = Object.entries(value as object)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`);
  return `{${members.join(",")}}`;
}

function zerosBefore(digits: string): number {
  let count = 0;
  while (digits.charCodeAt(count) === zero) count += 1;
  return count;
}

function zerosAfter(digits: string): number {
  let count = 0;
  while (digits.charCodeAt(digits.length - 1 - count) === zero) count += 1;
  return count;
}

/** JSON that is nested deeper is not read: comparing and writing it would exhaust the stack. */
export const deepestNesting = 500;

/** Whether a value is nested deeper than is read; a list or an object in another is one level more. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepestNesting) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}
