import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "./clock";

/** The longest time that a Node timer can hold; longer waits are made of several. */
const longestTimer = 2 ** 31 - 1;

/** The machine's time, for everything but tests. */
export const systemClock: Clock = {
  // Monotonic: when somebody sets the machine's time, no wait grows or ends early.
  now: () => performance.timeOrigin + performance.now(),

  async sleep(milliseconds, signal) {
    signal?.throwIfAborted();
    let left = milliseconds;
    while (left > 0) {
      const part = Math.min(left, longestTimer);
      try {
        await delay(part, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        // Node rejects with an AbortError of its own.
        signal?.throwIfAborted();
        throw error;
      }
      left -= part;
    }
  },
};
