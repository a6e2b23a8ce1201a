export interface RateLimit {
  /** Requests in one window. */
  requests: number;
  windowSeconds: number;
}

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly retryAfter: number;
}

/** Counts requests by owner in windows that begin with an owner's first request. */
export class RateLimiter {
  readonly limit: RateLimit;
  readonly #windows = new Map<string, { startedAt: number; count: number }>();

  constructor(limit: RateLimit) {
    this.limit = limit;
  }

  take(owner: string, now: number): Allowance {
    const length = this.limit.windowSeconds * 1000;
    let window = this.#windows.get(owner);
    // A clock that went back opens a new window too: the old one would never end.
    if (window === undefined || now >= window.startedAt + length || now < window.startedAt) {
      window = { startedAt: now, count: 0 };
      this.#windows.set(owner, window);
    }
    window.count += 1;
    return {
      allowed: window.count <= this.limit.requests,
      remaining: Math.max(0, this.limit.requests - window.count),
      retryAfter: Math.max(1, Math.ceil((window.startedAt + length - now) / 1000)),
    };
  }
}
