import { randomBytes } from "node:crypto";
import { styleText } from "node:util";
import { safeJson, safeText, withoutFormatting } from "../api/safeText";
import { serviceTime } from "../deploy/status";
import type { Surroundings } from "./surroundings";

/** What a command says: results on stdout, everything else on stderr. Nothing in it acts on a terminal but its own style. */
export class Output {
  /** Results as JSON, for programs. */
  readonly json: boolean;
  readonly style: Style;
  readonly #surroundings: Surroundings;

  constructor(surroundings: Surroundings, json: boolean) {
    this.json = json;
    this.#surroundings = surroundings;
    this.style = styleFor(!json && wantsColor(surroundings.env, surroundings.stdout));
  }

  /** A line of a result for people; nothing where the result is JSON. */
  line(text = ""): void {
    if (!this.json) this.#surroundings.stdout.write(`${printable(text)}\n`);
  }

  /** What is worth knowing beside the result. */
  note(text: string): void {
    this.#surroundings.stderr.write(`${printable(text)}\n`);
  }

  /** A whole result in a form of its own, such as Markdown. */
  document(text: string): void {
    this.#surroundings.stdout.write(safeText(text));
  }

  /** Asks on the terminal; `undefined` where there is none. */
  ask(question: string): Promise<string | undefined> {
    return this.#surroundings.ask(safeText(question));
  }

  /** The whole result as JSON, where that is asked for. */
  result(value: unknown): void {
    if (this.json) this.#surroundings.stdout.write(`${safeJson(value, 2)}\n`);
  }

  /** One event of a result that goes on, as one line of JSON. */
  event(value: unknown): void {
    if (this.json) this.#surroundings.stdout.write(`${safeJson(value)}\n`);
  }
}

/** A cell: its text, and what to do with it once it has its width. */
interface Cell {
  text: string;
  style?: (text: string) => string;
}

/** Columns side by side, as wide as their widest cell; the last one is not padded. */
export function tableLines(given: readonly (readonly Cell[])[]): string[] {
  // As they will be printed: their width counts.
  const rows = given.map((row) => row.map((cell) => ({ ...cell, text: safeText(cell.text) })));
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ text }, column) => {
      widths[column] = Math.max(widths[column] ?? 0, Array.from(text).length);
    });
  }
  return rows.map((row) =>
    row
      .map(({ text, style = (plain) => plain }, column) => {
        const isLast = column === row.length - 1;
        const missing = (widths[column] ?? 0) - Array.from(text).length;
        return style(text) + (isLast ? "" : " ".repeat(missing));
      })
      .join("  "),
  );
}

type Styler = (text: string) => string;

/** Emphasis for people; plain text where colors are not wanted. */
export interface Style {
  good: Styler;
  bad: Styler;
  warning: Styler;
  active: Styler;
  heading: Styler;
  faint: Styler;
}

/**
 * Whether to color: `NO_COLOR` says no, `FORCE_COLOR` says yes (`0` and `false` say no), `TERM=dumb` says no, and else
 * it is done on a terminal only.
 */
export function wantsColor(
  env: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTerminal: boolean },
): boolean {
  if ((env.NO_COLOR ?? "") !== "") return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return stream.isTerminal && env.TERM !== "dumb";
}

/** Stands around the codes of a style until they are printed. Nobody can guess it: no other text passes for emphasis. */
const mark = randomBytes(16).toString("hex");

/** The emphasis that fits. */
function styleFor(color: boolean): Style {
  const as = (format: Parameters<typeof styleText>[0]): Styler => {
    if (!color) return (text) => text;
    // Whether the process's own stream is a terminal was decided above.
    const [open = "", close = ""] = styleText(format, mark, { validateStream: false }).split(mark);
    return (text) => [mark, open, mark, text, mark, close, mark].join("");
  };
  return {
    good: as("green"),
    bad: as("red"),
    warning: as("yellow"),
    active: as("cyan"),
    heading: as("bold"),
    faint: as("dim"),
  };
}

/** The text for a terminal: the codes of the styles in it count, and nothing else does. */
function printable(text: string): string {
  return text
    .split(mark)
    .map((piece, index) => (index % 2 === 0 ? safeText(piece) : piece))
    .join("");
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long ago a moment of the service's was: `5m ago`; the day itself after a month. A date that names no time zone is
 * shown as it is: nobody knows how many hours it is off.
 */
export function age(text: string, now: number): string {
  const isClear = /(?:Z|[+-]\d\d:?\d\d)$|^\d+(?:\.\d+)?$/i.test(text.trim());
  const moment = serviceTime(text);
  if (!isClear || Number.isNaN(moment)) return text;
  const passed = now - moment;
  if (passed < minute) return "just now";
  if (passed < hour) return `${Math.floor(passed / minute)}m ago`;
  if (passed < 2 * day) return `${Math.floor(passed / hour)}h ago`;
  if (passed < 30 * day) return `${Math.floor(passed / day)}d ago`;
  return new Date(moment).toISOString().slice(0, 10);
}

/** `1 host`, `2 hosts` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A text of the service's as one line, safe to print. */
export function plainText(text: string): string {
  return safeText(withoutFormatting(text)).replaceAll("\n", " ").trim();
}
