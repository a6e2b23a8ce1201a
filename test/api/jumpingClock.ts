import type { Clock } from "../../provider/api/clock";

/** Time that nobody waits for: a sleep moves it on at once, and is written down. */
export class JumpingClock implements Clock {
  readonly sleeps: number[] = [];
  #now = Date.parse("2026-01-01T00:00:00Z");

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(milliseconds);
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        if (signal?.aborted === true) {
          reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
          return;
        }
        this.#now += milliseconds;
        resolve();
      });
    });
  }
}
