import { stripVTControlCharacters } from "node:util";

/** The lines of a deployment job's output, safe for a terminal: no escape sequences, no control characters. */
export function outputLines(output: string | undefined): string[] {
  return stripVTControlCharacters(output ?? "")
    .split(/\r\n|\n|\r/)
    .map((line) =>
      line
        .replaceAll("\t", "    ")
        .replace(/\p{Cc}|\p{Cf}/gu, "")
        .trimEnd(),
    );
}

/** The last lines of the output that say anything, for an error message. */
export function lastLines(output: string | undefined, count: number): string[] {
  return outputLines(output)
    .filter((line) => line !== "")
    .slice(-count)
    .map((line) => (line.length > 500 ? `${line.slice(0, 500)}…` : line));
}

/** Follows a growing output and gives every complete line once. */
export class OutputFollower {
  #seen: string;

  /** @param seen output from before, of which nothing is to be shown */
  constructor(seen = "") {
    this.#seen = seen;
  }

  /** The complete lines that came since the last call; with `ended`, the unfinished last one too. */
  take(output: string | undefined, ended: boolean): string[] {
    const text = output ?? "";
    const shown = text.startsWith(this.#seen) ? this.#seen.length : overlap(this.#seen, text);
    const end = ended ? text.length : Math.max(shown, text.lastIndexOf("\n") + 1);
    this.#seen = text.slice(0, end);
    return outputLines(text.slice(shown, end)).filter((line) => line !== "");
  }
}

/** How much of `text` was already in `seen`, where the service keeps only the end of a long output. */
function overlap(seen: string, text: string): number {
  const firstLine = text.slice(0, text.indexOf("\n") + 1);
  if (firstLine === "") return 0;
  for (let at = seen.indexOf(firstLine); at !== -1; at = seen.indexOf(firstLine, at + 1)) {
    if (text.startsWith(seen.slice(at))) return seen.length - at;
  }
  return 0;
}
