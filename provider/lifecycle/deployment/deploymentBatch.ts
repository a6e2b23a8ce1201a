import type { Clock } from "../../api/clock";
import { durationText } from "./durationText";

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
  #beganAt = 0;

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
    if (this.#running === 0 && this.#deployed.length === 0) this.#beganAt = this.#clock.now();
    this.#running += 1;
    try {
      return await operate((one) => this.#deployed.push(one));
    } finally {
      this.#running -= 1;
      await this.#tellAtEnd(tell);
    }
  }

  async #tellAtEnd(tell: (sum: string) => Promise<void>): Promise<void> {
    if (this.#running > 0) return;
    if (this.#deployed.length < leastForSum) {
      this.#deployed = [];
      return;
    }
    const milliseconds = this.#clock.now() - this.#beganAt;
    await this.#clock.sleep(lingerMilliseconds);
    if (this.#running > 0 || this.#deployed.length === 0) return;
    const deployed = this.#deployed;
    this.#deployed = [];
    await tell(sumOf(deployed, milliseconds));
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
