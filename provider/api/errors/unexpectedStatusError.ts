import { answered } from "./answered";
import { ApiError } from "./apiError";

/** A status that the service does not document, a redirect included: redirects are not followed. */
export class UnexpectedStatusError extends ApiError {
  /** The answer's HTTP status. */
  declare readonly status: number;
  /** Where a redirect points to, without its query; `undefined` for every other status. */
  readonly location: string | undefined;

  constructor(details: {
    endpoint: string;
    address: string;
    status: number;
    serviceMessage?: string | undefined;
    mayHaveHappened: boolean;
    location: string | undefined;
  }) {
    super(`${answered(details, details.status)}. ${advice(details.status, details.location)}`, {
      ...details,
      transient: details.status === 408 || details.status === 425,
    });
    this.location = details.location;
  }
}

function advice(status: number, location: string | undefined): string {
  if (status < 300 || status > 399) {
    return "The service does not document this status; check that `hostconfig:baseUrl` is its base address.";
  }
  const target = location === undefined ? "" : ` to ${location}`;
  return (
    `It redirects${target}, which is not followed: the token is only sent to the configured origin. ` +
    "If the service has moved, set `hostconfig:baseUrl` to its new address."
  );
}
