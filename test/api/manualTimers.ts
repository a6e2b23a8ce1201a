import type { Timer } from "../../provider/api/clock";

/** The time-outs of requests, which expire when a test says so and never by themselves. */
export class ManualTimers {
  readonly #running = new Set<() => void>();

  readonly startTimer: Timer = (_milliseconds, expired) => {
    this.#running.add(expired);
    return () => {
      this.#running.delete(expired);
    };
  };

  /** How many requests could time out now. */
  get running(): number {
    return this.#running.size;
  }

  /** The time of every request that runs is up. */
  readonly expire = (): void => {
    for (const expired of [...this.#running]) expired();
  };
}
