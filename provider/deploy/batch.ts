import type { Clock } from "../api/clock";
import { durationText } from "./output";

/** How one deployment came out, as far as a sum tells it. */
export interface Deployed {
  /** `Host 12 (web1)` */
  host: string;
  /** `started`: nobody waits for it. `unfinished`: the wait ended before it did. */
  ending: "published" | "started" | "unfinished" | "failed";
}

/** Fewer deployments are told one by one only. */
const leastForSum = 5;

/** The engine sends the next operation after an answer: so long the last one waits for another. */
const lingerMilliseconds = 250;

/** What comes later is of another `up`, in a process that outlives one. */
const longestPauseMilliseconds = 10_000;

/** More names than these are counted. */
const mostNames = 10;

/**
 * The deployments of operations that run side by side. Nobody tells a provider that an `up` is over, and after it nobody
 * listens any more; so the last operation that runs tells the sum before its answer.
 */
export class DeploymentBatch {
  readonly #clock: Clock;
  #running = 0;
  #deployed: Deployed[] = [];
  /** How many of them the last sum counted. */
  #told = 0;
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
   * @param tell is given the sum, where this operation turns out to be the last of many
   */
  async run<Result>(
    operate: (deployed: (one: Deployed) => void) => Promise<Result>,
    tell: (sum: string) => Promise<void>,
  ): Promise<Result> {
    if (this.#running === 0 && this.#clock.now() - this.#endedAt > longestPauseMilliseconds)
      this.#beginAnew();
    this.#running += 1;
    this.#sideBySide ||= this.#running > 1;
    try {
      return await operate((one) => this.#deployed.push(one));
    } finally {
      this.#running -= 1;
      await this.#tellAtEnd(tell);
    }
  }

  async #tellAtEnd(tell: (sum: string) => Promise<void>): Promise<void> {
    if (this.#running > 0) return;
    this.#endedAt = this.#clock.now();
    if (!this.#sideBySide || this.#deployed.length - this.#told < leastForSum) return;
    const milliseconds = this.#endedAt - this.#beganAt;
    await this.#clock.sleep(lingerMilliseconds);
    if (this.#running > 0 || this.#deployed.length === this.#told) return;
    this.#told = this.#deployed.length;
    await tell(sumOf(this.#deployed, milliseconds));
  }

  #beginAnew(): void {
    this.#deployed = [];
    this.#told = 0;
    this.#sideBySide = false;
    this.#beganAt = this.#clock.now();
  }
}

/** `200 deployments: 198 published, 2 failed (Host 3 (web3), Host 9 (web9)), 4m10s` */
function sumOf(deployed: readonly Deployed[], milliseconds: number): string {
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
