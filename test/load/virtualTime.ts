import { setImmediate as nextTurn } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import type { Clock, Timer } from "../../provider/api/clock";
import { ManualClock } from "../emulator";

/** Turns of the event loop in which nothing may happen before time goes on. */
const quietTurns = 4;

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/**
 * Time that goes on only when everybody waits for it: no request is under way, and nothing else has anything to do. So
 * thousands of waits pass in the right order, and as fast as the machine can send what lies between them.
 */
export class VirtualTime implements Clock {
  /** What the emulator tells the time from. */
  readonly clock = new ManualClock();
  /** Connections over which every request takes its time. */
  readonly dispatcher: Dispatcher;
  readonly #agent = new Agent({ connections: 16 });
  readonly #sleepers = new Set<Sleeper>();
  #underWay = 0;
  #advancing = false;

  /** @param latency milliseconds that a request is on its way */
  constructor(latency: number) {
    this.dispatcher = this.#agent.compose((dispatch) => (options, handler) => {
      this.#underWay -= 1;
      void this.sleep(latency).then(() => {
        this.#underWay += 1;
        dispatch(options, handler);
      });
      return true;
    });
  }

  /** Counts the requests under way; none of them times out. */
  readonly startTimer: Timer = () => {
    this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
    };
  };

  now(): number {
    return this.clock.now();
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
      };
      const sleeper = { until: this.now() + Math.max(0, milliseconds), wake };
      if (signal?.aborted === true) {
        onAbort();
        return;
      }
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#sleepers.add(sleeper);
      void this.#goOn();
    });
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #goOn(): Promise<void> {
    if (this.#advancing) return;
    this.#advancing = true;
    while (this.#sleepers.size > 0) {
      await this.#untilQuiet();
      const next = Math.min(...[...this.#sleepers].map(({ until }) => until));
      if (next === Infinity) break;
      this.clock.advance(Math.max(0, next - this.now()));
      for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.now()) sleeper.wake();
    }
    this.#advancing = false;
  }

  async #untilQuiet(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      await nextTurn();
      if (this.#underWay > 0) quiet = -1;
    }
  }
}
