import { setTimeout as delay } from "node:timers/promises";

/** Time as the client and the lifecycle see it; tests pass one that they move by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;

  /**
   * Resolves after `milliseconds`.
   *
   * @throws the signal's reason, as soon as `signal` is aborted
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

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

/** Calls back once after a time in milliseconds; what it returns ends that. Tests pass one that they fire themselves. */
export type Timer = (milliseconds: number, expired: () => void) => () => void;

/** The machine's timer, for everything but tests. */
export const systemTimer: Timer = (milliseconds, expired) => {
  const timeout = setTimeout(expired, milliseconds);
  return () => {
    clearTimeout(timeout);
  };
};

/** Ends a wait whose signal was aborted, with the signal's own reason, whatever value that is. */
export function throwReason(signal: AbortSignal): never {
  signal.throwIfAborted();
  throw new Error("The signal is not aborted.");
}
