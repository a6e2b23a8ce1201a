import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../provider/api/clock";

/** A clock on which every wait is over at once, and takes its time all the same. */
export class QuickClock implements Clock {
  #now = Date.UTC(2025, 0, 15, 9);

  now(): number {
    return this.#now;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await nextTurn();
    signal?.throwIfAborted();
    this.#now += milliseconds;
  }
}
