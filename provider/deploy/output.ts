import { plainOutput } from "../api/safeText";

/** Longer lines are cut where people read them. */
const longestLine = 500;

/** Takes secrets out of a text. */
type Redact = (text: string) => string;

/** The last lines of the output that say anything, for an error message. */
export function lastLines(output: string | undefined, count: number, redact?: Redact): string[] {
  return spokenLines(output ?? "", redact).slice(-count);
}

/** Follows a growing output and gives every complete line once. */
export class OutputFollower {
  #seen: string;
  /** Whether what was seen is the output of the deployment before. */
  #isOld = true;

  /** @param seen output from before, of which nothing is to be shown */
  constructor(seen = "") {
    this.#seen = seen;
  }

  /** The complete lines that came since the last call; with `ended`, the unfinished last one too. */
  take(output: string | undefined, ended: boolean, redact?: Redact): string[] {
    const text = output ?? "";
    const complete = ended ? text.length : text.lastIndexOf("\n") + 1;
    // A deployment of ours that ended with the very output of the one before has printed it again.
    const again = ended && this.#isOld && text === this.#seen;
    const shown = again ? 0 : this.#shownOf(text, complete);
    if (complete <= shown) return [];
    this.#seen = text.slice(0, complete);
    this.#isOld = false;
    return spokenLines(text.slice(shown, complete), redact);
  }

  /** How much of `text` is not new. */
  #shownOf(text: string, complete: number): number {
    if (text.startsWith(this.#seen)) return this.#seen.length;
    if (this.#isOld) return 0;
    // The output of an earlier moment, as a service behind a cache may give it.
    if (this.#seen.startsWith(text.slice(0, complete))) return complete;
    return endOfSeen(this.#seen, text) ?? overlap(this.#seen, text);
  }
}

/** Where the last lines of `seen` end in `text`, of which the service has cut off or replaced the beginning. */
function endOfSeen(seen: string, text: string): number | undefined {
  const lines = seen.split(/(?<=\n)/);
  for (let count = Math.min(20, lines.length); count > 0; count -= 1) {
    const tail = lines.slice(-count).join("");
    const at = tail.trim() === "" ? -1 : text.indexOf(tail);
    if (at !== -1) return at + tail.length;
  }
  return undefined;
}

/** How much of `text` was seen, where only the end of the last line is left of it. */
function overlap(seen: string, text: string): number {
  const firstLine = text.slice(0, text.indexOf("\n") + 1);
  return seen.endsWith(firstLine) ? firstLine.length : 0;
}

function spokenLines(output: string, redact: Redact = (text) => text): string[] {
  // Before lines are cut: nobody knows the beginning of a secret for one.
  return redact(plainOutput(output))
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
}

/** A duration for people: `8s`, `3m10s`, `1h02m`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${pad(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h${pad(minutes % 60)}m`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/** How long a deployment ran, as a part of a sentence; one of an earlier update's is not known to have run for any time. */
export function endedText(milliseconds: number | undefined): string {
  return milliseconds === undefined
    ? "; an earlier update had started it"
    : ` after ${durationText(milliseconds)}`;
}
