import { errors } from "undici";
import type { z } from "zod";
import { explainConnectionFailure } from "./connectionFailure";
import {
  type ApiError,
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  InvalidResponseError,
  NotFoundError,
  RateLimitError,
  RequestTimeoutError,
  ServerError,
  UnauthorizedError,
  UnexpectedStatusError,
  ValidationError,
} from "./errors";
import type { Answer, BrokenBody, Outcome } from "./http";
import { deepestNesting, isTooDeep, parseJson } from "./json";
import { readRetryAfter } from "./retry";
import { readServiceWords } from "./serviceMessage";

/** What an error about an answer names, and what it needs to know. */
export interface AnswerContext {
  endpoint: string;
  address: string;
  /** What a 404 says is missing. */
  subject: string;
  /** Whether the request could have changed something. */
  write: boolean;
  /** The time-out of a request. */
  seconds: number;
  /** Takes every known secret out of a text of the service. */
  redact: (text: string) => string;
  otherTokenInEnvironment: () => boolean;
  now: () => number;
}

/**
 * The result that the outcome of a request stands for. Every text of the service that reaches an error is redacted here.
 *
 * @throws ApiError
 */
export function readOutcome<T>(
  outcome: Outcome,
  request: { read: (answer: Answer, context: AnswerContext) => T; absent?: (() => T) | undefined },
  context: AnswerContext,
): T {
  switch (outcome.kind) {
    case "timed out":
      throw outcome.sent
        ? timedOut(context)
        : connectionError(new errors.ConnectTimeoutError(), false, context);
    case "failed":
      throw connectionError(outcome.error, outcome.sent, context);
    case "answered": {
      const { answer } = outcome;
      if (answer.status === 404 && request.absent !== undefined) return request.absent();
      if (answer.status < 200 || answer.status > 299) throw statusError(answer, context);
      if (answer.broken !== undefined) throw brokenBody(answer, answer.broken, context);
      return request.read(answer, context);
    }
  }
}

/** More problems of one answer are not worth reading. */
const shownProblems = 3;

/**
 * Makes a function that reads the JSON of an answer and brings it into a shape. It throws an InvalidResponseError that names
 * the field, and never holds the answer's values.
 */
export function readAs<T>(shape: z.ZodType<T>): (answer: Answer, context: AnswerContext) => T {
  return (answer, context) => {
    refuseHtml(answer, context);
    const text = textOf(answer);
    if (text === "") throw invalid(answer, context, "the body is empty", { transient: true });
    let json: unknown;
    try {
      json = parseJson(text);
    } catch {
      // The parser's own message quotes the body.
      const reason = `the body is not valid JSON (${text.length} characters)`;
      throw invalid(answer, context, reason, { transient: true });
    }
    if (isTooDeep(json))
      throw invalid(answer, context, `the body is nested more than ${deepestNesting} levels deep`);
    const parsed = shape.safeParse(json);
    if (parsed.success) return parsed.data;
    const { issues } = parsed.error;
    const problems = issues
      .slice(0, shownProblems)
      .map(({ path, message }) => `${fieldOf(path) ?? "the body"}: ${message}`);
    const reason = `the answer does not have the documented form (${problems.join("; ")})`;
    throw invalid(answer, context, reason, { field: fieldOf(issues[0]?.path ?? []) });
  };
}

/**
 * Accepts the answer to a write whose body nobody needs: JSON of any form, plain text, or nothing at all. An HTML page
 * does not come from the service.
 *
 * @throws InvalidResponseError
 */
export function acceptAnswer(answer: Answer, context: AnswerContext): void {
  refuseHtml(answer, context);
}

function refuseHtml(answer: Answer, context: AnswerContext): void {
  const text = textOf(answer);
  const type = answer.header("content-type") ?? "";
  if (text.startsWith("<") || (text !== "" && /\bhtml\b/i.test(type))) {
    throw invalid(answer, context, "the body is an HTML page instead of JSON", { transient: true });
  }
}

function textOf({ body }: Answer): string {
  return new TextDecoder().decode(body).trim();
}

/** `data[3].id`; `undefined` for the body as a whole. */
function fieldOf(path: readonly PropertyKey[]): string | undefined {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  return parts.length === 0 ? undefined : parts.join("").replace(/^\./, "");
}

/** The error of an answer that began with success. */
function invalid(
  { status }: Answer,
  context: AnswerContext,
  reason: string,
  { transient = false, field }: { transient?: boolean; field?: string | undefined } = {},
): InvalidResponseError {
  const mayHaveHappened = context.write;
  return new InvalidResponseError({ ...context, status, mayHaveHappened, transient, field, reason });
}

function brokenBody(answer: Answer, broken: BrokenBody, context: AnswerContext): ApiError {
  switch (broken.kind) {
    case "time-out":
      return timedOut(context);
    case "connection":
      return connectionError(broken.error, true, context);
    case "too large":
      return invalid(answer, context, "the body is larger than 32 MB, which is not read");
    case "unknown encoding": {
      const reason = `the body has the content encoding "${broken.encoding}", which is not supported`;
      return invalid(answer, context, reason);
    }
    case "malformed encoding": {
      const reason = `the body cannot be decoded as "${broken.encoding}", its content encoding`;
      return invalid(answer, context, reason, { transient: true });
    }
  }
}

function timedOut(context: AnswerContext): RequestTimeoutError {
  return new RequestTimeoutError({ ...context, mayHaveHappened: context.write });
}

function connectionError(error: Error, sent: boolean, context: AnswerContext): ConnectionError {
  const { host } = new URL(context.address);
  const { explanation, ...failure } = explainConnectionFailure(error, host);
  return new ConnectionError({
    ...context,
    ...failure,
    explanation: context.redact(explanation),
    mayHaveHappened: sent && context.write,
    host,
    sent,
  });
}

/** The error that an answer without success stands for. */
function statusError(answer: Answer, context: AnswerContext): ApiError {
  const { status } = answer;
  const { message: serviceMessage, fieldErrors } = readServiceWords(
    new TextDecoder().decode(answer.body),
    context.redact,
  );
  const refusal = { ...context, serviceMessage };
  const retryAfter = readRetryAfter(answer.header("retry-after"), answer.header("date"), context.now());
  switch (status) {
    case 400:
      return new BadRequestError(refusal);
    case 401:
      return new UnauthorizedError({
        ...refusal,
        otherTokenInEnvironment: context.otherTokenInEnvironment(),
      });
    case 403:
      return new ForbiddenError(refusal);
    case 404:
      return new NotFoundError(refusal);
    case 422:
      return new ValidationError({ ...refusal, fieldErrors });
    case 429:
      return new RateLimitError({ ...refusal, retryAfter });
    default:
      if (status >= 500) {
        return new ServerError({ ...refusal, status, retryAfter, mayHaveHappened: context.write });
      }
      return new UnexpectedStatusError({
        ...refusal,
        status,
        location: status < 400 ? redirectTarget(answer.header("location"), context) : undefined,
        mayHaveHappened: context.write && !certainlyRefused(status),
      });
  }
}

/** 4xx, and the redirects that ask for the same request at another place. Others may come after the work was done. */
function certainlyRefused(status: number): boolean {
  return status >= 400 || status === 301 || status === 307 || status === 308;
}

/** Without query and fragment: login pages carry secrets there. */
function redirectTarget(
  location: string | undefined,
  { address, redact }: AnswerContext,
): string | undefined {
  if (location === undefined || !URL.canParse(location, address)) return undefined;
  const { protocol, origin, pathname } = new URL(location, address);
  return protocol === "https:" || protocol === "http:" ? redact(`${origin}${pathname}`) : undefined;
}
