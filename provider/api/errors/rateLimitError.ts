import { answered } from "./answered";
import { ApiError, type RefusalDetails } from "./apiError";

/** 429, and still 429 after minutes of waiting: too many requests a minute for the token's owner. */
export class RateLimitError extends ApiError {
  /** Milliseconds that the service asked to wait; `undefined` where it did not say, or not legibly. */
  readonly retryAfter: number | undefined;

  constructor(details: RefusalDetails & { retryAfter: number | undefined }) {
    super(
      `Too many requests for the token's owner: ${answered(details, 429)}. ` +
        "Something else may be using the same account; wait a minute, or lower `hostconfig:maxConcurrentRequests`.",
      { ...details, status: 429, mayHaveHappened: false, transient: true },
    );
    this.retryAfter = details.retryAfter;
  }
}
