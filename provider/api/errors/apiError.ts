/** What every error of a call carries. */
export interface ApiErrorDetails {
  endpoint: string;
  address: string;
  status?: number | undefined;
  serviceMessage?: string | undefined;
  mayHaveHappened: boolean;
  transient: boolean;
}

/** A call that failed. Neither its message nor its properties hold the token or a request's body. */
export abstract class ApiError extends Error {
  /** Method and path, such as `GET /api/v1/hosts/12`. */
  readonly endpoint: string;
  /** The service's base address, as configured. */
  readonly address: string;
  /** The answer's HTTP status; `undefined` where no answer came. */
  readonly status: number | undefined;
  /** What the service said about it, in one line of at most 300 characters; `undefined` where it said nothing. */
  readonly serviceMessage: string | undefined;
  /**
   * Whether the service may have carried the write out, in this try or an earlier one, although no good answer came.
   * Always false for a read.
   */
  mayHaveHappened: boolean;
  /** Whether the same call may work later without anybody changing anything. */
  readonly transient: boolean;

  protected constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.name = new.target.name;
    this.endpoint = details.endpoint;
    this.address = details.address;
    this.status = details.status;
    this.serviceMessage = details.serviceMessage;
    this.mayHaveHappened = details.mayHaveHappened;
    this.transient = details.transient;
  }
}

/** Details of an error that a status tells: the service refused the call, and nothing was changed. */
export interface RefusalDetails {
  endpoint: string;
  address: string;
  serviceMessage?: string | undefined;
}
