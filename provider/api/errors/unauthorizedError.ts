import { answered } from "./answered";
import { ApiError, type RefusalDetails } from "./apiError";

/** 401: the token is mistyped, revoked or past its expiration date. */
export class UnauthorizedError extends ApiError {
  /** Whether HOSTCONFIG_TOKEN held another token than the configuration's, which was refused. */
  readonly otherTokenInEnvironment: boolean;

  constructor(details: RefusalDetails & { otherTokenInEnvironment?: boolean }) {
    const { otherTokenInEnvironment = false } = details;
    super(
      `The service did not accept the token: ${answered(details, 401)}. ` +
        "The token may be mistyped, revoked or past its expiration date. Create a new one in the platform's profile settings and " +
        "set it with `pulumi config set --secret hostconfig:token` or the environment variable HOSTCONFIG_TOKEN; an explicit provider " +
        "takes it from its argument `token`." +
        (otherTokenInEnvironment ? whichToken : ""),
      { ...details, status: 401, mayHaveHappened: false, transient: false },
    );
    this.otherTokenInEnvironment = otherTokenInEnvironment;
  }
}

const whichToken =
  " The refused token is that of the configuration; HOSTCONFIG_TOKEN holds another one, which was not used, since the configuration " +
  "comes first. To use the one of the environment, run `pulumi config rm hostconfig:token` (or take `token` out of an explicit " +
  "provider), and then `pulumi up` once: `refresh` and `destroy` may still be given the configuration of the last `pulumi up`.";
