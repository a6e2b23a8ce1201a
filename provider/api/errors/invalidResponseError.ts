import { ApiError } from "./apiError";

/** The service answered with success, but not with what the endpoint promises. */
export class InvalidResponseError extends ApiError {
  /** The answer's field that does not fit, such as `data[3].id`; `undefined` where it is the body as a whole. */
  readonly field: string | undefined;

  constructor(details: {
    endpoint: string;
    address: string;
    status: number;
    mayHaveHappened: boolean;
    transient: boolean;
    field?: string | undefined;
    /** What is wrong, such as `the body is empty`. */
    reason: string;
  }) {
    super(
      `${details.endpoint} at ${details.address} answered ${details.status}, but ${details.reason}. ` +
        (details.mayHaveHappened ? "The service may have carried the request out all the same. " : "") +
        "Check that `hostconfig:baseUrl` is the service's base address, and that no proxy or login page answers in its place.",
      details,
    );
    this.field = details.field;
  }
}
