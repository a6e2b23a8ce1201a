import type { Clock } from "../../provider/api/clock";

/** Time that stands still until it is moved by hand. */
export class HeldClock implements Clock {
  #now = 0;
  #waiting: (() => void)[] = [];
  #onSleep: () => void = () => undefined;
  /** Somebody has begun to wait. */
  readonly firstSleep = new Promise<void>((resolve) => {
    this.#onSleep = resolve;
  });

  now(): number {
    return this.#now;
  }

  async sleep(_milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.#onSleep();
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      signal?.addEventListener("abort", () => {
        resolve();
      });
      if (signal?.aborted === true) resolve();
    });
    signal?.throwIfAborted();
  }

  /** Moves the time, and ends every wait. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
