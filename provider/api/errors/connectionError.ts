import { ApiError } from "./apiError";

/** No whole answer came: no connection, or it broke. */
export class ConnectionError extends ApiError {
  /** Host (and port) that was called. */
  readonly host: string;
  /** The system's or TLS's code, such as `ECONNREFUSED`; `undefined` where there is none. */
  readonly code: string | undefined;
  /** Whether any of the request may have reached the service. */
  readonly sent: boolean;

  constructor(details: {
    endpoint: string;
    address: string;
    mayHaveHappened: boolean;
    transient: boolean;
    host: string;
    code: string | undefined;
    sent: boolean;
    /** What happened, and what to do about it. */
    explanation: string;
  }) {
    super(
      `${details.endpoint} at ${details.address}: ${details.explanation}` +
        (details.mayHaveHappened ? " The service may have carried the request out all the same." : ""),
      details,
    );
    this.host = details.host;
    this.code = details.code;
    this.sent = details.sent;
  }
}
