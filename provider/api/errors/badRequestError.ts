import { answered } from "./answered";
import { ApiError, type RefusalDetails } from "./apiError";

/** 400: the service does not accept the request as it is, or not now, such as a deploy start while the host deploys. */
export class BadRequestError extends ApiError {
  constructor(details: RefusalDetails) {
    const advice =
      details.serviceMessage === undefined
        ? "The service gave no reason; a deploy start is refused like this while the host is deploying, and for a type that it does not know."
        : "Nothing was changed; correct what it names, or try again once it no longer holds.";
    super(`The service refused the request: ${answered(details, 400)}. ${advice}`, {
      ...details,
      status: 400,
      mayHaveHappened: false,
      transient: false,
    });
  }
}
