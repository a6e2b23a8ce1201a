import { answered } from "./answered";
import { ApiError, type RefusalDetails } from "./apiError";

/** 403: the token is valid, but its access kind does not allow the call. */
export class ForbiddenError extends ApiError {
  constructor(details: RefusalDetails) {
    super(
      `The token's access kind does not allow this: ${answered(details, 403)}. ` +
        "Creating a host and writing `jsonAdmin` need an admin-access token, and everything else a token of an account that owns " +
        "the host or group. Set another token with `pulumi config set --secret hostconfig:token` or HOSTCONFIG_TOKEN.",
      { ...details, status: 403, mayHaveHappened: false, transient: false },
    );
  }
}
