/** A call that failed. Neither its message nor its fields hold the token or a request's body. */
export abstract class ApiError extends Error {
  /** Method and path, such as `GET /api/v1/hosts/12`. */
  readonly endpoint: string;
  /** The service's base address, as configured. */
  readonly address: string;
  /** The answer's HTTP status; `undefined` if no answer came. */
  readonly status: number | undefined;
  /** The service's message, in one line of at most 300 characters; `undefined` if it sent none. */
  readonly serviceMessage: string | undefined;
  /**
   * Whether the service may have carried the write out, in this try or an earlier one, although no good answer came.
   * Always false for a read.
   */
  mayHaveHappened: boolean;
  /** Whether the same call may work later without anybody changing anything. */
  readonly transient: boolean;

  protected constructor(message: string, details: Details) {
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

type Details = Pick<ApiError, "endpoint" | "address" | "mayHaveHappened" | "transient"> &
  Partial<Pick<ApiError, "status" | "serviceMessage">>;

/** Details of a refusal: an answer by which nothing was changed. */
type RefusalDetails = Pick<ApiError, "endpoint" | "address"> & Partial<Pick<ApiError, "serviceMessage">>;

/** The service refused the call: nothing was changed. */
abstract class RefusalError extends ApiError {
  protected constructor(status: number, message: string, details: RefusalDetails) {
    super(message, { ...details, status, mayHaveHappened: false, transient: status === 429 });
  }
}

/** 400: the service does not accept the request as it is, or not now, such as a deploy start while the host deploys. */
export class BadRequestError extends RefusalError {
  constructor(details: RefusalDetails) {
    const advice =
      details.serviceMessage === undefined
        ? "The service gave no reason; a deploy start is refused like this while the host is deploying, and for a type that it does not know."
        : "Nothing was changed; correct what it names, or try again once it no longer holds.";
    super(400, `The service refused the request: ${answered(details, 400)}. ${advice}`, details);
  }
}

/** 401: the token is mistyped, revoked or past its expiration date. */
export class UnauthorizedError extends RefusalError {
  /** Whether HOSTCONFIG_TOKEN held another token than the refused one of the configuration. */
  readonly otherTokenInEnvironment: boolean;

  constructor(details: RefusalDetails & Partial<Pick<UnauthorizedError, "otherTokenInEnvironment">>) {
    const { otherTokenInEnvironment = false } = details;
    super(
      401,
      `The service did not accept the token: ${answered(details, 401)}. ` +
        "The token may be mistyped, revoked or past its expiration date. Create a new one in the platform's profile settings and " +
        "set it with `pulumi config set --secret hostconfig:token` or the environment variable HOSTCONFIG_TOKEN; an explicit provider " +
        "takes it from its argument `token`." +
        (otherTokenInEnvironment ? whichToken : ""),
      details,
    );
    this.otherTokenInEnvironment = otherTokenInEnvironment;
  }
}

const whichToken =
  " The refused token is that of the configuration; HOSTCONFIG_TOKEN holds another one, which was not used, since the configuration " +
  "comes first. To use the one of the environment, run `pulumi config rm hostconfig:token` (or take `token` out of an explicit " +
  "provider), and then `pulumi up` once: `refresh` and `destroy` may still be given the configuration of the last `pulumi up`.";

/** 403: the token is valid, but its access kind does not allow the call. */
export class ForbiddenError extends RefusalError {
  constructor(details: RefusalDetails) {
    super(
      403,
      `The token's access kind does not allow this: ${answered(details, 403)}. ` +
        "Creating a host and writing `jsonAdmin` need an admin-access token, and everything else a token of an account that owns " +
        "the host or group. Set another token with `pulumi config set --secret hostconfig:token` or HOSTCONFIG_TOKEN.",
      details,
    );
  }
}

/** 404: the service knows no such client, host or group. */
export class NotFoundError extends RefusalError {
  /** What was looked for, with its id, such as `host 12`. */
  readonly subject: string;

  constructor(details: RefusalDetails & Pick<NotFoundError, "subject">) {
    super(
      404,
      `${details.address} has no ${details.subject}: ${details.endpoint} ${answer(details, 404)}. ` +
        "Check the id, that `hostconfig:baseUrl` is the right address, and that the token's account may see it.",
      details,
    );
    this.subject = details.subject;
  }
}

/** What the service finds wrong with one field of a request. */
export interface FieldError {
  /** The field in the service's format, nested ones with dots; empty if the service named none. */
  field: string;
  /** What is wrong with it. */
  message: string;
}

/** 422: the request's values are not valid. */
export class ValidationError extends RefusalError {
  /** One for each message of the answer, in its order; empty if the service named no field. */
  readonly fieldErrors: readonly FieldError[];

  constructor(details: RefusalDetails & Pick<ValidationError, "fieldErrors">) {
    const { fieldErrors, serviceMessage } = details;
    // Services often repeat a field's error as the message of the whole answer.
    const repeats = fieldErrors.some(({ message }) => serviceMessage?.includes(message));
    const said = answered(repeats ? { ...details, serviceMessage: undefined } : details, 422);
    super(422, `The service finds the values not valid: ${said}.${listed(fieldErrors)}`, details);
    this.fieldErrors = fieldErrors;
  }
}

/** More than these are counted in the message, and not shown. */
const shownFields = 10;

function listed(fieldErrors: readonly FieldError[]): string {
  if (fieldErrors.length === 0) return " It named no field; check name, client id and configuration.";
  const lines = fieldErrors
    .slice(0, shownFields)
    .map(({ field, message }) => (field === "" ? `\n  - ${message}` : `\n  - ${field}: ${message}`));
  const more = fieldErrors.length - lines.length;
  return ` Correct these:${lines.join("")}${more > 0 ? `\n  - and ${more} more` : ""}`;
}

/** 429, and still 429 after minutes of waiting: too many requests a minute for the token's owner. */
export class RateLimitError extends RefusalError {
  /** Milliseconds that the service asked to wait; `undefined` if it did not say, or not legibly. */
  readonly retryAfter: number | undefined;

  constructor(details: RefusalDetails & Pick<RateLimitError, "retryAfter">) {
    super(
      429,
      `Too many requests for the token's owner: ${answered(details, 429)}. ` +
        "Something else may be using the same account; wait a minute, or lower `hostconfig:maxConcurrentRequests`.",
      details,
    );
    this.retryAfter = details.retryAfter;
  }
}

/** 500 and above: the service, or a proxy before it, failed. */
export class ServerError extends ApiError {
  declare readonly status: number;
  /** Milliseconds that the service asked to wait; `undefined` if it did not say, or not legibly. */
  readonly retryAfter: number | undefined;

  constructor(details: RefusalDetails & Pick<ServerError, "status" | "mayHaveHappened" | "retryAfter">) {
    super(
      `The service failed: ${answered(details, details.status)}. ` +
        (details.mayHaveHappened ? "It may have carried the request out all the same. " : "") +
        "The fault is not in the program; try again later, and tell the platform's support if it stays.",
      // 501 and 505 say that it will never work.
      { ...details, transient: details.status !== 501 && details.status !== 505 },
    );
    this.retryAfter = details.retryAfter;
  }
}

/** A status that the service does not document. A redirect is one: redirects are not followed. */
export class UnexpectedStatusError extends ApiError {
  declare readonly status: number;
  /** Where a redirect points to, without its query; `undefined` for every other status. */
  readonly location: string | undefined;

  constructor(
    details: RefusalDetails & Pick<UnexpectedStatusError, "status" | "mayHaveHappened" | "location">,
  ) {
    const { status, location } = details;
    const target = location === undefined ? "" : ` to ${location}`;
    const advice =
      status < 300 || status > 399
        ? "The service does not document this status; check that `hostconfig:baseUrl` is its base address."
        : `It redirects${target}, which is not followed: the token is only sent to the configured origin. ` +
          "If the service has moved, set `hostconfig:baseUrl` to its new address.";
    super(`${answered(details, status)}. ${advice}`, {
      ...details,
      transient: status === 408 || status === 425,
    });
    this.location = location;
  }
}

/** The service answered with success, but not with what the endpoint promises. */
export class InvalidResponseError extends ApiError {
  /** The answer's field that does not fit, such as `data[3].id`; `undefined` if it is the body as a whole. */
  readonly field: string | undefined;

  /** @param details `reason`: what is wrong, such as `the body is empty` */
  constructor(details: Details & Partial<Pick<InvalidResponseError, "field">> & { reason: string }) {
    super(
      `${details.endpoint} at ${details.address} answered ${details.status ?? ""}, but ${details.reason}.` +
        `${mayHaveHappened(details)} ` +
        "Check that `hostconfig:baseUrl` is the service's base address, and that no proxy or login page answers in its place.",
      details,
    );
    this.field = details.field;
  }
}

/** No whole answer came: no connection, or it broke. */
export class ConnectionError extends ApiError {
  /** Host (and port) that was called. */
  readonly host: string;
  /** The system's or TLS's code, such as `ECONNREFUSED`; `undefined` if there is none. */
  readonly code: string | undefined;
  /** Whether any of the request may have reached the service. */
  readonly sent: boolean;

  /** @param details `explanation`: what happened, and what to do about it */
  constructor(details: Details & Pick<ConnectionError, "host" | "code" | "sent"> & { explanation: string }) {
    super(
      `${details.endpoint} at ${details.address}: ${details.explanation}${mayHaveHappened(details)}`,
      details,
    );
    this.host = details.host;
    this.code = details.code;
    this.sent = details.sent;
  }
}

/** The request was sent, and the whole answer did not come within `hostconfig:requestTimeout`. */
export class RequestTimeoutError extends ApiError {
  /** The time-out in seconds. */
  readonly seconds: number;

  constructor(details: Omit<Details, "transient"> & Pick<RequestTimeoutError, "seconds">) {
    super(
      `${details.endpoint} at ${details.address}: the answer was not complete after ${details.seconds} s.` +
        `${mayHaveHappened(details)} ` +
        "If the service is known to be slow, raise `hostconfig:requestTimeout` (seconds) or HOSTCONFIG_REQUEST_TIMEOUT.",
      { ...details, transient: true },
    );
    this.seconds = details.seconds;
  }
}

/** A call on a client that was closed, or that was under way when it was closed. */
export class ClientClosedError extends Error {
  override readonly name = "ClientClosedError";

  constructor() {
    super("The client of the service was closed. Make a new one for further calls.");
  }
}

/** Configuration that is missing or malformed. Found before any request is made. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";

  /** @param problems one sentence for each problem: the key, the variable, and the command that sets it */
  constructor(readonly problems: readonly string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : `The provider's configuration has ${problems.length} problems:${problems.map((problem) => `\n  - ${problem}`).join("")}`,
    );
  }
}

/** `POST /api/v1/groups/7 at https://panel.example.com answered 403: "Forbidden"` */
function answered(details: RefusalDetails, status: number): string {
  return `${details.endpoint} at ${details.address} ${answer(details, status)}`;
}

function answer({ serviceMessage }: RefusalDetails, status: number): string {
  if (serviceMessage === undefined) return `answered ${status}`;
  const said = withoutFullStop(serviceMessage);
  return `answered ${status}: ${said.includes('"') ? said : `"${said}"`}`;
}

function mayHaveHappened(details: Pick<ApiError, "mayHaveHappened">): string {
  return details.mayHaveHappened ? " The service may have carried the request out all the same." : "";
}

/** A sentence of the service for the end of one of ours, which sets the full stop itself. An ellipsis stays. */
export function withoutFullStop(text: string): string {
  return text.replace(/(?<![.\s])\.$/u, "");
}
