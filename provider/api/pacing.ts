import { type Clock, throwReason } from "./clock";
import type { Answer } from "./http";

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

/** The rate limit counts requests a minute. */
const windowLength = 60_000;

/** What an answer tells of the rate limit. */
export interface RateLimit {
  /** Requests a minute: `X-RateLimit-Limit`. */
  limit: number;
  /** Requests left: `X-RateLimit-Remaining`. */
  remaining: number;
}

/** The rate limit in an answer's headers; `undefined` if they do not show it. */
export function readRateLimit({ header }: Pick<Answer, "header">): RateLimit | undefined {
  const limit = count(header("x-ratelimit-limit"));
  const remaining = count(header("x-ratelimit-remaining"));
  return limit === undefined || limit === 0 || remaining === undefined ? undefined : { limit, remaining };
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** What is known of the rate limit. Times are milliseconds of the clock. */
export interface Pace {
  /** Requests sent so far. A request's number is how many were sent before it. */
  readonly sent: number;
  readonly lastSentAt: number;
  /** `undefined` until an answer tells of a limit. */
  readonly known: Known | undefined;
}

interface Known extends RateLimit {
  /** By then requests that are counted now will be counted no more, whatever form the window has. */
  readonly windowEnd: number;
  /** Number of the first request that was sent after `remaining` was learned. */
  readonly learnedAt: number;
  /** Number of the first request that was sent after `remaining` last rose, and its value before. */
  readonly roseAt: number;
  readonly beforeRise: number;
}

export const unknownPace: Pace = { sent: 0, lastSentAt: 0, known: undefined };

/**
 * Milliseconds until the next request may be sent; `Infinity` where the answer to one under way has to come first.
 *
 * Plenty left: at once. Little left: what is left is spread over the time until the window must have moved on, and
 * every answer that shows a higher number ends the wait. Whether the window is fixed or slides is not documented, so
 * nothing is assumed but that a request is counted for a minute at the most.
 */
export function paceDelay(pace: Pace, inFlight: number, now: number): number {
  const { known } = pace;
  if (known === undefined) return 0;
  // Requests under way may not be counted yet.
  const available = known.remaining - inFlight;
  if (available > reserve(known.limit)) return 0;
  if (now >= known.windowEnd) {
    // One request finds out what is left now.
    return inFlight > 0 && pace.lastSentAt >= known.windowEnd ? Infinity : 0;
  }
  if (available <= 0) return known.windowEnd - now;
  const spacing = (known.windowEnd - pace.lastSentAt) / (available + 1);
  return Math.max(0, pace.lastSentAt + spacing - now);
}

/**
 * A hundredth of the limit, and for small limits forty requests or a quarter of it: few enough that almost all of the
 * limit goes out at full speed, enough to look about once a second whether the window has moved on, and room for what
 * another process of the same token has under way.
 */
function reserve(limit: number): number {
  return Math.max(limit / 100, Math.min(40, limit / 4));
}

/** A request is sent. */
export function afterSend(pace: Pace, now: number): Pace {
  return { ...pace, sent: pace.sent + 1, lastSentAt: now };
}

/** The answer to request `number` has come. */
export function afterAnswer(pace: Pace, number: number, told: RateLimit, now: number): Pace {
  const { known, sent } = pace;
  const windowEnd = now + windowLength;
  if (known === undefined) {
    return { ...pace, known: { ...told, windowEnd, learnedAt: sent, roseAt: 0, beforeRise: 0 } };
  }
  if (told.remaining > known.remaining) {
    // Answers overtake each other: only one to a later request shows for certain that the number rose.
    if (number < known.learnedAt) return pace;
    // A fixed window starts full. Less than half is what a sliding one lets go bit by bit: its end stays where it was.
    const full = told.remaining * 2 >= told.limit || now >= known.windowEnd;
    const rise = { roseAt: sent, beforeRise: known.remaining };
    return {
      ...pace,
      known: { ...told, windowEnd: full ? windowEnd : known.windowEnd, learnedAt: sent, ...rise },
    };
  }
  // A straggler from before the rise, far below the new number and near the old one, tells of the old window.
  const straggler =
    number < known.roseAt && known.remaining - told.remaining > told.remaining - known.beforeRise;
  if (straggler) return pace;
  const renewed = now >= known.windowEnd ? windowEnd : known.windowEnd;
  return { ...pace, known: { ...known, ...told, windowEnd: renewed, learnedAt: sent } };
}

/** The service refused a request with 429 and is to be left alone until `until`. */
export function afterRefusal(pace: Pace, until: number): Pace {
  if (pace.known === undefined) return pace;
  return { ...pace, known: { ...pace.known, remaining: 0, windowEnd: until, learnedAt: pace.sent } };
}
