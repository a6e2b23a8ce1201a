import { ApiError } from "./apiError";

/** The request was sent, and the whole answer did not come within `hostconfig:requestTimeout`. */
export class RequestTimeoutError extends ApiError {
  /** The time-out in seconds. */
  readonly seconds: number;

  constructor(details: { endpoint: string; address: string; mayHaveHappened: boolean; seconds: number }) {
    super(
      `${details.endpoint} at ${details.address}: the answer was not complete after ${details.seconds} s.` +
        (details.mayHaveHappened ? " The service may have carried the request out all the same." : "") +
        " If the service is known to be slow, raise `hostconfig:requestTimeout` (seconds) or HOSTCONFIG_REQUEST_TIMEOUT.",
      { ...details, transient: true },
    );
    this.seconds = details.seconds;
  }
}
