import type { Clock } from "../../../provider/api/clock";

/** Time that nobody waits for: a sleep moves it on at once. It can press Ctrl-C at a given moment. */
export class ManualClock implements Clock {
  readonly #start = Date.parse("2026-01-01T00:00:00Z");
  readonly #abort = new AbortController();
  readonly #abortAt: number;
  #milliseconds = 0;

  /** @param abortAfter seconds after which the user stops everything; never where it is left out */
  constructor(abortAfter = Infinity) {
    this.#abortAt = abortAfter * 1000;
    if (this.#abortAt <= 0) this.#abort.abort(new Error("stopped by the user"));
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Seconds since the beginning. */
  get seconds(): number {
    return this.#milliseconds / 1000;
  }

  now(): number {
    return this.#start + this.#milliseconds;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await Promise.resolve();
    signal?.throwIfAborted();
    const until = this.#milliseconds + milliseconds;
    this.#milliseconds = Math.min(until, Math.max(this.#milliseconds, this.#abortAt));
    if (until >= this.#abortAt) this.#abort.abort(new Error("stopped by the user"));
    signal?.throwIfAborted();
    this.#milliseconds = until;
  }
}
