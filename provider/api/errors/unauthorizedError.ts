import { answered } from "./answered";
import { ApiError, type RefusalDetails } from "./apiError";

/** 401: the token is mistyped, revoked or past its expiration date. */
export class UnauthorizedError extends ApiError {
  constructor(details: RefusalDetails) {
    super(
      `The service did not accept the token: ${answered(details, 401)}. ` +
        "The token may be mistyped, revoked or past its expiration date. Create a new one in the platform's profile settings and " +
        "set it with `pulumi config set --secret hostconfig:token` or the environment variable HOSTCONFIG_TOKEN.",
      { ...details, status: 401, mayHaveHappened: false, transient: false },
    );
  }
}
