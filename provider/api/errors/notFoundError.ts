import { answeredThere } from "./answered";
import { ApiError, type RefusalDetails } from "./apiError";

/** 404: the service knows no such client, host or group. */
export class NotFoundError extends ApiError {
  /** What was looked for, with its id, such as `host 12`. */
  readonly subject: string;

  constructor(details: RefusalDetails & { subject: string }) {
    super(
      `${details.address} has no ${details.subject}: ${answeredThere(details, 404)}. ` +
        "Check the id, that `hostconfig:baseUrl` is the right address, and that the token's account may see it.",
      { ...details, status: 404, mayHaveHappened: false, transient: false },
    );
    this.subject = details.subject;
  }
}
