import { ConnectionError, RateLimitError, RequestTimeoutError, ServerError, type ApiError } from "./errors";

/**
 * What a second try of a request would do.
 *
 * - `read`: nothing.
 * - `save`: the same as the first, since the same body is saved again.
 * - `once`: perhaps a second host or deployment, so it is tried again only where the first certainly was not carried out.
 */
export type Repeatability = "read" | "save" | "once";

/** What one request has been through so far. */
export interface Tries {
  /** Tries after the first, without those because of the rate limit. */
  retries: number;
  /** Tries because of the rate limit. */
  rateLimited: number;
  /** Milliseconds waited because of the rate limit. */
  rateLimitWait: number;
}

/** The longest wait because of the rate limit for one request, in milliseconds: storms pass within it. */
const rateLimitBudget = 10 * 60_000;
const firstBackoff = 500;
const longestBackoff = 30_000;

/** Milliseconds to wait before another try of a request that failed, or `undefined` where it stays failed. */
export function retryDelay(
  error: ApiError,
  repeatability: Repeatability,
  tries: Tries,
  maxRetries: number,
  random: () => number,
): number | undefined {
  if (error instanceof RateLimitError) {
    // A refused request was not carried out, so every kind can be sent again.
    const wait = positive(error.retryAfter) ?? backoff(tries.rateLimited, random);
    return tries.rateLimitWait + wait > rateLimitBudget ? undefined : wait;
  }
  if (tries.retries >= maxRetries || !worthAnotherTry(error, repeatability)) return undefined;
  const asked = error instanceof ServerError ? positive(error.retryAfter) : undefined;
  return asked ?? backoff(tries.retries, random);
}

function worthAnotherTry(error: ApiError, repeatability: Repeatability): boolean {
  if (error instanceof ConnectionError) return error.transient && (!error.sent || repeatability !== "once");
  if (error instanceof RequestTimeoutError) return repeatability === "read";
  if (error instanceof ServerError) {
    return repeatability !== "once" && [502, 503, 504].includes(error.status);
  }
  return false;
}

/** Exponential with full jitter. */
function backoff(triesBefore: number, random: () => number): number {
  return Math.round(random() * Math.min(longestBackoff, firstBackoff * 2 ** triesBefore));
}

/** "Retry-After: 0" asks for nothing that the backoff would not do better. */
function positive(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined || milliseconds <= 0 ? undefined : milliseconds;
}

/** The longest wait that a `Retry-After` can bring about, in milliseconds: five minutes. */
const longest = 5 * 60_000;

/**
 * Milliseconds that a `Retry-After` header asks to wait: seconds, or an HTTP date.
 *
 * @param date the answer's `Date` header. A date counts from there, since the two clocks may differ.
 * @param now milliseconds since the epoch, for an answer without a `Date`
 * @returns `undefined` for a missing or illegible value; never more than five minutes
 */
export function readRetryAfter(
  value: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longest);
  const until = httpDate(text);
  if (until === undefined) return undefined;
  const from = httpDate(date ?? "") ?? now;
  return Math.min(Math.max(until - from, 0), longest);
}

/** `Date.parse` takes almost anything for a date, "-5" and "1" among it: a day's or month's name must come first. */
function httpDate(text: string): number | undefined {
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
