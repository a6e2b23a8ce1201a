import { writeJson } from "./json";

/**
 * A color directive of Pulumi's, and characters that act on a terminal, turn the direction of writing, or cannot be seen.
 */
const acting = /<\{%|(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Cs}/gu;

/**
 * The text as lines that have no effect on whoever prints it. What could have one is shown as JSON would escape it, so
 * that nothing is lost.
 *
 * Every message passes it where it leaves a provider, a program or the command line, and as a whole: `<{` and `%` are
 * harmless until they stand together.
 */
export function safeText(text: string): string {
  return escaped(asLines(text));
}

/** The message of whatever was thrown, as `safeText`. */
export function safeMessage(error: unknown): string {
  return safeText(error instanceof Error ? error.message : String(error));
}

/** The value as JSON text that is safe to print, and that still is the same JSON. */
export function safeJson(value: unknown, indent?: number): string {
  return escaped(indent === undefined ? writeJson(value) : JSON.stringify(value, undefined, indent));
}

/** The output of a job as lines without colors and the like, to compare and to search. `safeText` escapes the rest. */
export function plainOutput(output: string): string {
  return asLines(withoutFormatting(output));
}

/** The text without the formatting that programs write for a terminal. */
export function withoutFormatting(text: string): string {
  return text.replace(formatting, "");
}

/** Colors, movements of the cursor, titles and links: what a terminal does not show as text. */
const formatting =
  // eslint-disable-next-line no-control-regex -- these are control sequences
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\u009d\r\n]*(?:\u0007|\u001b\\|\u009c)/g;

function asLines(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("\t", "    ");
}

function escaped(text: string): string {
  return text.replace(acting, (found) => (found === "<{%" ? "<{\\u0025" : codeUnits(found)));
}

function codeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
