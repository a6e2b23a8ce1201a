/*
 * A configuration may hold numbers that JavaScript's numbers cannot, such as 9007199254740993 (2^53 + 1): reading and
 * saving it would change them. They are carried as texts that begin with a mark, and written as the numbers they were.
 */

/** An invisible character that no configuration begins a text of digits with. */
const mark = "\u2063";

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const markedNumbers = new RegExp(`"${mark}(-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)"(?!:)`, "g");

/**
 * As `JSON.parse`; numbers that would come out as another one come as marked texts.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  // Only a number of many digits or with a large exponent can be meant.
  if (!/\d{16}|[eE][+-]?\d{3}/.test(text)) return value;
  const marked = text.replace(tokens, (token) => (isInexact(token) ? `"${mark}${token}"` : token));
  return marked === text ? value : JSON.parse(marked);
}

/** As `JSON.stringify`; marked texts are written as the numbers that they stand for. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(markedNumbers, "$1");
}

/** The digits of a marked text; any other text as it is. */
export function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(mark.length) : text;
}

/** The number that JavaScript has for a marked text; any other text as it is. */
export function nearestNumber(text: string): string | number {
  return text.startsWith(mark) ? Number(withoutMark(text)) : text;
}

/** A fraction counts as what a double makes of it: services keep it as one themselves. */
function isInexact(token: string): boolean {
  if (token.startsWith('"')) return false;
  const number = Number(token);
  if (!Number.isFinite(number)) return true;
  if (number === 0) return /[1-9]/.test(token.replace(/[eE].*$/, ""));
  return /^-?\d+$/.test(token) && digitsThatCount(token) !== digitsThatCount(String(number));
}

/** Without sign, point, exponent, and zeros at both ends: they differ where two numbers of the same size do. */
function digitsThatCount(text: string): string {
  return text
    .replace(/e.*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
}
