import type { Clock } from "../api/clock";
import { durationText } from "./output";

/** The result of one deployment, as far as a summary shows it. */
export interface Deployed {
  /** `Host 12 (web1)` */
  host: string;
  /** `started`: nobody waits for it. `unfinished`: the wait ended before it did. */
  ending: "published" | "started" | "unfinished" | "failed";
}

/** Fewer deployments get no summary. */
const leastForSummary = 5;

/** The engine sends the next operation after an answer: so long the last one waits for another. */
const lingerMilliseconds = 250;

/** What comes later is of another `up`, in a process that outlives one. */
const longestPauseMilliseconds = 10_000;

/** More names than these are counted. */
const mostNames = 10;

/**
 * The deployments of operations that run side by side. A provider does not learn that an `up` is over, and nobody reads
 * what it reports later; so the last operation that runs reports the summary before its answer.
 */
export class DeploymentBatch {
  readonly #clock: Clock;
  #running = 0;
  #deployed: Deployed[] = [];
  /** How many of them the last summary counted. */
  #reported = 0;
  #beganAt = 0;
  #endedAt = -Infinity;
  /** An engine that sends one operation after the other never shows which is the last. */
  #sideBySide = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs an operation.
   *
   * @param operate gets what counts a deployment of its own
   * @param report gets the summary, if this operation turns out to be the last of many
   */
  async run<Result>(
    operate: (deployed: (one: Deployed) => void) => Promise<Result>,
    report: (summary: string) => Promise<void>,
  ): Promise<Result> {
    if (this.#running === 0 && this.#clock.now() - this.#endedAt > longestPauseMilliseconds)
      this.#beginAnew();
    this.#running += 1;
    this.#sideBySide ||= this.#running > 1;
    try {
      return await operate((one) => this.#deployed.push(one));
    } finally {
      this.#running -= 1;
      await this.#reportAtEnd(report);
    }
  }

  async #reportAtEnd(report: (summary: string) => Promise<void>): Promise<void> {
    if (this.#running > 0) return;
    this.#endedAt = this.#clock.now();
    if (!this.#sideBySide || this.#deployed.length - this.#reported < leastForSummary) return;
    const milliseconds = this.#endedAt - this.#beganAt;
    await this.#clock.sleep(lingerMilliseconds);
    if (this.#running > 0 || this.#deployed.length === this.#reported) return;
    this.#reported = this.#deployed.length;
    await report(summaryOf(this.#deployed, milliseconds));
  }

  #beginAnew(): void {
    this.#deployed = [];
    this.#reported = 0;
    this.#sideBySide = false;
    this.#beganAt = this.#clock.now();
  }
}

/** `200 deployments: 198 published, 2 failed (Host 3 (web3), Host 9 (web9)), 4m10s` */
function summaryOf(deployed: readonly Deployed[], milliseconds: number): string {
  const parts = (["published", "started", "unfinished", "failed"] as const).flatMap((ending) => {
    const own = deployed.filter((one) => one.ending === ending);
    if (own.length === 0) return [];
    const named = ending === "failed" || ending === "unfinished" ? ` (${names(own)})` : "";
    return [`${own.length} ${words[ending]}${named}`];
  });
  return `${deployed.length} deployments: ${parts.join(", ")}, ${durationText(milliseconds)}`;
}

const words: Record<Deployed["ending"], string> = {
  published: "published",
  started: "started and not waited for",
  unfinished: "left running",
  failed: "failed",
};

function names(deployed: readonly Deployed[]): string {
  const shown = deployed.slice(0, mostNames).map(({ host }) => host);
  const more = deployed.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
