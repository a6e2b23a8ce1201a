import { styleText } from "node:util";

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

/** The emphasis that fits. */
export function styleFor(colour: boolean): Style {
  const as = (format: Parameters<typeof styleText>[0]): Styler =>
    // Whether the process's own stream is a terminal was decided above.
    colour ? (text) => styleText(format, text, { validateStream: false }) : (text) => text;
  return {
    good: as("green"),
    bad: as("red"),
    warning: as("yellow"),
    active: as("cyan"),
    heading: as("bold"),
    faint: as("dim"),
  };
}
