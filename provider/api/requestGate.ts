import type { Clock } from "./clock";
import { throwReason } from "./throwReason";
import { afterAnswer, afterRefusal, afterSend, paceDelay, unknownPace, type RateLimit } from "./pace";

/** Leave to send one request. */
export interface Pass {
  /** To be called once with what the answer tells of the rate limit. */
  answered(limit: RateLimit | undefined): void;
  /** To be called when the request has ended, in whatever way. */
  leave(): void;
}

interface Waiter {
  admit(pass: Pass): void;
}

/** Where every request of a client waits for its turn: not too many at once, not too fast, none during a pause. */
export class RequestGate {
  readonly #clock: Clock;
  readonly #maxConcurrent: number;
  readonly #queue = new Set<Waiter>();
  #inFlight = 0;
  #pace = unknownPace;
  #pausedUntil = -Infinity;
  #alarm: AbortController | undefined;

  constructor(clock: Clock, maxConcurrent: number) {
    this.#clock = clock;
    this.#maxConcurrent = maxConcurrent;
  }

  /**
   * Waits for this request's turn; first come, first served.
   *
   * @throws the signal's reason, as soon as it is aborted
   */
  async enter(signal: AbortSignal): Promise<Pass> {
    signal.throwIfAborted();
    const pass = await new Promise<Pass | undefined>((resolve) => {
      const onAbort = () => {
        this.#queue.delete(waiter);
        this.#advance();
        resolve(undefined);
      };
      const waiter: Waiter = {
        admit: (admitted) => {
          signal.removeEventListener("abort", onAbort);
          resolve(admitted);
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#queue.add(waiter);
      this.#advance();
    });
    return pass ?? throwReason(signal);
  }

  /** What the answers so far have told; `undefined` before the first that tells anything. */
  get rateLimit(): RateLimit | undefined {
    const { known } = this.#pace;
    return known && { limit: known.limit, remaining: known.remaining };
  }

  /** Holds every request back for `milliseconds`: the service answered 429. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + milliseconds);
    this.#pace = afterRefusal(this.#pace, this.#pausedUntil);
    this.#advance();
  }

  /** Admits whoever may go now, and sets the alarm for the next. Called whenever something has changed. */
  #advance(): void {
    this.#alarm?.abort();
    this.#alarm = undefined;
    for (const waiter of this.#queue) {
      if (this.#inFlight >= this.#maxConcurrent) return;
      const now = this.#clock.now();
      const delay = Math.max(this.#pausedUntil - now, paceDelay(this.#pace, this.#inFlight, now));
      if (delay > 0) {
        if (delay !== Infinity) this.#setAlarm(delay);
        return;
      }
      this.#queue.delete(waiter);
      waiter.admit(this.#issue(now));
    }
  }

  #issue(now: number): Pass {
    const number = this.#pace.sent;
    this.#pace = afterSend(this.#pace, now);
    this.#inFlight += 1;
    let left = false;
    return {
      answered: (limit) => {
        if (limit !== undefined) this.#pace = afterAnswer(this.#pace, number, limit, this.#clock.now());
      },
      leave: () => {
        if (left) return;
        left = true;
        this.#inFlight -= 1;
        this.#advance();
      },
    };
  }

  #setAlarm(delay: number): void {
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.#clock.sleep(delay, alarm.signal).then(
      () => {
        if (this.#alarm === alarm) this.#advance();
      },
      () => {
        // Set anew, or needed no more.
      },
    );
  }
}
