import { randomBytes } from "node:crypto";
import { styleText } from "node:util";
import { safeText } from "../../api/safeText";

type Styler = (text: string) => string;

/** Emphasis for people; plain text where colours are not wanted. */
export interface Style {
  good: Styler;
  bad: Styler;
  warning: Styler;
  active: Styler;
  heading: Styler;
  faint: Styler;
}

/**
 * Whether to colour: `NO_COLOR` says no, `FORCE_COLOR` says yes (`0` and `false` say no), `TERM=dumb` says no, and else
 * it is done on a terminal only.
 */
export function wantsColour(
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
export function styleFor(colour: boolean): Style {
  const as = (format: Parameters<typeof styleText>[0]): Styler => {
    if (!colour) return (text) => text;
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
export function printable(text: string): string {
  return text
    .split(mark)
    .map((piece, index) => (index % 2 === 0 ? safeText(piece) : piece))
    .join("");
}
