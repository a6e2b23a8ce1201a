import type { Timer } from "../../provider/api/clock";
import type { ManualClock } from "../emulator";

interface Running {
  milliseconds: number;
  expired: () => void;
}

/** Lets requests that get no answer time out at once, as soon as nothing else is under way. */
export class Silence {
  readonly #clock: ManualClock;
  readonly #running = new Set<Running>();
  #silenced: (() => number) | undefined;
  #timedOut = 0;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  /** From now on the service is silent; `silenced` tells about how many requests so far. */
  begin(silenced: () => number): void {
    this.#silenced = silenced;
  }

  readonly startTimer: Timer = (milliseconds, expired) => {
    const timer = { milliseconds, expired };
    this.#running.add(timer);
    if (this.#silenced !== undefined) this.#watch(timer, this.#silenced);
    return () => {
      this.#running.delete(timer);
    };
  };

  #watch(timer: Running, silenced: () => number): void {
    setImmediate(() => {
      if (!this.#running.has(timer)) return;
      if (silenced() - this.#timedOut === this.#running.size) this.#timeOut();
      else this.#watch(timer, silenced);
    });
  }

  #timeOut(): void {
    const timers = [...this.#running];
    this.#running.clear();
    this.#timedOut += timers.length;
    this.#clock.advance(Math.max(...timers.map(({ milliseconds }) => milliseconds)));
    for (const { expired } of timers) expired();
  }
}
