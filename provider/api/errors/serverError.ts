import { answered } from "./answered";
import { ApiError } from "./apiError";

/** 500 and above: the service, or a proxy before it, failed. */
export class ServerError extends ApiError {
  /** The answer's HTTP status. */
  declare readonly status: number;
  /** Milliseconds that the service asked to wait; `undefined` where it did not say, or not legibly. */
  readonly retryAfter: number | undefined;

  constructor(details: {
    endpoint: string;
    address: string;
    status: number;
    serviceMessage?: string | undefined;
    mayHaveHappened: boolean;
    retryAfter: number | undefined;
  }) {
    super(
      `The service failed: ${answered(details, details.status)}. ` +
        (details.mayHaveHappened ? "It may have carried the request out all the same. " : "") +
        "The fault is not in the program; try again later, and tell the platform's support if it stays.",
      // 501 and 505 say that it will never work.
      { ...details, transient: details.status !== 501 && details.status !== 505 },
    );
    this.retryAfter = details.retryAfter;
  }
}
