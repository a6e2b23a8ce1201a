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

interface Answered {
  endpoint: string;
  address: string;
  serviceMessage?: string | undefined;
}

/** `POST /api/v1/groups/7 at https://panel.example.com answered 403: "Forbidden"` */
export function answered(details: Answered, status: number): string {
  return `${details.endpoint} at ${details.address} ${answer(details, status)}`;
}

/** The same in a sentence that has named the address already. */
export function answeredThere(details: Answered, status: number): string {
  return `${details.endpoint} ${answer(details, status)}`;
}

function answer({ serviceMessage }: Answered, status: number): string {
  return serviceMessage === undefined
    ? `answered ${status}`
    : `answered ${status}: ${quoted(withoutFullStop(serviceMessage))}`;
}

function quoted(text: string): string {
  return text.includes('"') ? text : `"${text}"`;
}

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

/** A call on a client that was closed, or that was under way when it was closed. */
export class ClientClosedError extends Error {
  constructor() {
    super("The client of the service was closed. Make a new one for further calls.");
    this.name = "ClientClosedError";
  }
}

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

/** 429, and still 429 after minutes of waiting: too many requests a minute for the token's owner. */
export class RateLimitError extends ApiError {
  /** Milliseconds that the service asked to wait; `undefined` where it did not say, or not legibly. */
  readonly retryAfter: number | undefined;

  constructor(details: RefusalDetails & { retryAfter: number | undefined }) {
    super(
      `Too many requests for the token's owner: ${answered(details, 429)}. ` +
        "Something else may be using the same account; wait a minute, or lower `hostconfig:maxConcurrentRequests`.",
      { ...details, status: 429, mayHaveHappened: false, transient: true },
    );
    this.retryAfter = details.retryAfter;
  }
}

/** The request was sent, and the whole answer did not come within `hostconfig:requestTimeout`. */
export class RequestTimeoutError extends ApiError {
  /** The time-out in seconds. */
  readonly seconds: number;

  constructor(details: { endpoint: string; address: string; mayHaveHappened: boolean; seconds: number }) {
    super(
      `${details.endpoint} at ${details.address}: the answer was not complete after ${details.seconds} s.` +
        (details.mayHaveHappened ? " The service may have carried the request out all the same." : "") +
        " If the service is known to be slow, raise `hostconfig:requestTimeout` (seconds) or HOSTCONFIG_REQUEST_TIMEOUT.",
      { ...details, transient: true },
    );
    this.seconds = details.seconds;
  }
}

/** 500 and above: the service, or a proxy before it, failed. */
export class ServerError extends ApiError {
  /** The answer's HTTP status. */
  declare readonly status: number;
  /** Milliseconds that the service asked to wait; `undefined` where it did not say, or not legibly. */
  readonly retryAfter: number | undefined;

  constructor(details: {
    endpoint: string;
    address: string;
    status: number;
    serviceMessage?: string | undefined;
    mayHaveHappened: boolean;
    retryAfter: number | undefined;
  }) {
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

/** Configuration that is missing or malformed. Found before any request is made. */
export class SettingsError extends Error {
  /** One sentence for each problem: the key, the variable, and the command that sets it. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const [first] = problems;
    super(
      problems.length === 1 && first !== undefined
        ? first
        : `The provider's configuration has ${problems.length} problems:${problems.map((problem) => `\n  - ${problem}`).join("")}`,
    );
    this.name = "SettingsError";
    this.problems = problems;
  }
}

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

/** What the service finds wrong with one field of a request. */
export interface FieldError {
  /** The field as the service spells it, nested ones with dots; empty where it named none. */
  field: string;
  /** What is wrong with it. */
  message: string;
}

/** More than these are counted in the message, and not shown. */
const shownFields = 10;

/** 422: the request's values are not valid. */
export class ValidationError extends ApiError {
  /** One for each message of the answer, in its order; empty where the service named no field. */
  readonly fieldErrors: readonly FieldError[];

  constructor(details: RefusalDetails & { fieldErrors: readonly FieldError[] }) {
    super(
      `The service finds the values not valid: ${answered(withoutRepetition(details), 422)}.${listed(details.fieldErrors)}`,
      {
        ...details,
        status: 422,
        mayHaveHappened: false,
        transient: false,
      },
    );
    this.fieldErrors = details.fieldErrors;
  }
}

/** Services often repeat a field's error as the message of the whole answer. */
function withoutRepetition(details: RefusalDetails & { fieldErrors: readonly FieldError[] }): RefusalDetails {
  const { serviceMessage, fieldErrors } = details;
  const repeats = fieldErrors.some(({ message }) => serviceMessage?.includes(message));
  return { ...details, serviceMessage: repeats ? undefined : serviceMessage };
}

function listed(fieldErrors: readonly FieldError[]): string {
  if (fieldErrors.length === 0) return " It named no field; check name, client id and configuration.";
  const lines = fieldErrors
    .slice(0, shownFields)
    .map(({ field, message }) => (field === "" ? `\n  - ${message}` : `\n  - ${field}: ${message}`));
  const more = fieldErrors.length - lines.length;
  return ` Correct these:${lines.join("")}${more > 0 ? `\n  - and ${more} more` : ""}`;
}

/** A foreign sentence for the end of one of ours, which sets the full stop itself. An ellipsis stays. */
export function withoutFullStop(text: string): string {
  return text.replace(/(?<![.\s])\.$/u, "");
}
