/** Where the emulator reads the time. Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

export const realClock: Clock = { now: () => Date.now() };

/** A clock that stands still until a test moves it. It starts on 2025-01-15 at 09:00 UTC. */
export class ManualClock implements Clock {
  #now: number;

  constructor(start = Date.UTC(2025, 0, 15, 9)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Moves the clock by this many milliseconds, backwards if negative. */
  advance(ms: number): void {
    this.#now += ms;
  }
}

/** Another clock that can be made to jump: what an operator or a time service does to a server. */
export class JumpingClock implements Clock {
  readonly #base: Clock;
  #offset = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): number {
    return this.#base.now() + this.#offset;
  }

  jump(ms: number): void {
    this.#offset += ms;
  }
}
