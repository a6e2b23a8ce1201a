import type { z } from "zod";
import {
  InvalidResponseError,
  BadRequestError,
  ForbiddenError,
  NotFoundError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
  UnexpectedStatusError,
  ValidationError,
  type ApiError,
} from "./errors";
import type { AnswerContext, Answer } from "./http";
import { parseJson, deepestNesting, isTooDeep } from "./json";
import { readRetryAfter } from "./retry";
import { readServiceWords } from "./serviceMessage";

/** More problems of one answer are not worth reading. */
const shownProblems = 3;

/**
 * Reads the JSON of an answer and brings it into a shape.
 *
 * @throws InvalidResponseError that names the field, and never holds the answer's values
 */
export function readAnswer<T>(answer: Answer, context: AnswerContext, shape: z.ZodType<T>): T {
  const invalid = (reason: string, more: { field?: string; transient: boolean }) =>
    new InvalidResponseError({
      endpoint: context.endpoint,
      address: context.address,
      status: answer.status,
      mayHaveHappened: context.write,
      reason,
      ...more,
    });

  const text = new TextDecoder().decode(answer.body).trim();
  if (text === "") throw invalid("the body is empty", { transient: true });
  if (isHtml(answer, text)) throw invalid("the body is an HTML page instead of JSON", { transient: true });
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    // The parser's own message quotes the body.
    throw invalid(`the body is not valid JSON (${text.length} characters)`, { transient: true });
  }
  if (isTooDeep(json)) {
    throw invalid(`the body is nested more than ${deepestNesting} levels deep`, { transient: false });
  }
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const field = fieldOf(first?.path ?? []);
  const problems = parsed.error.issues
    .slice(0, shownProblems)
    .map((issue) => `${fieldOf(issue.path) || "the body"}: ${issue.message}`);
  throw invalid(`the answer does not have the documented form (${problems.join("; ")})`, {
    ...(field === "" ? {} : { field }),
    transient: false,
  });
}

/** Reads answers of one shape. */
export function readAs<T>(shape: z.ZodType<T>): (answer: Answer, context: AnswerContext) => T {
  return (answer, context) => readAnswer(answer, context, shape);
}

/**
 * Accepts the answer to a write whose body nobody needs: JSON of any form, plain text, or nothing at all. An HTML page
 * does not come from the service.
 *
 * @throws InvalidResponseError
 */
export function acceptAnswer(answer: Answer, context: AnswerContext): void {
  if (!isHtml(answer, new TextDecoder().decode(answer.body).trim())) return;
  throw new InvalidResponseError({
    endpoint: context.endpoint,
    address: context.address,
    status: answer.status,
    mayHaveHappened: context.write,
    transient: true,
    reason: "the body is an HTML page instead of JSON",
  });
}

function isHtml(answer: Answer, text: string): boolean {
  return text.startsWith("<") || (text !== "" && /\bhtml\b/i.test(answer.header("content-type") ?? ""));
}

/** `data[3].id` */
function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
}

/** The error that an answer without success stands for. */
export function answerError(
  answer: Answer,
  context: AnswerContext & {
    subject: string;
    redact: (text: string) => string;
    otherTokenInEnvironment: () => boolean;
    now: number;
  },
): ApiError {
  const { status } = answer;
  const { endpoint, address, subject, write } = context;
  const { message: serviceMessage, fieldErrors } = readServiceWords(
    new TextDecoder().decode(answer.body),
    context.redact,
  );
  const refusal = { endpoint, address, serviceMessage };
  const retryAfter = readRetryAfter(answer.header("retry-after"), answer.header("date"), context.now);
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
      return new NotFoundError({ ...refusal, subject });
    case 422:
      return new ValidationError({ ...refusal, fieldErrors });
    case 429:
      return new RateLimitError({ ...refusal, retryAfter });
    default:
      if (status >= 500) {
        return new ServerError({ ...refusal, status, retryAfter, mayHaveHappened: write });
      }
      return new UnexpectedStatusError({
        ...refusal,
        status,
        location: status < 400 ? redirectTarget(answer.header("location"), address) : undefined,
        mayHaveHappened: write && !certainlyRefused(status),
      });
  }
}

/** 4xx, and the redirects that ask for the same request at another place. Others may come after the work was done. */
function certainlyRefused(status: number): boolean {
  return status >= 400 || status === 301 || status === 307 || status === 308;
}

/** Without query and fragment: login pages carry secrets there. */
function redirectTarget(location: string | undefined, address: string): string | undefined {
  if (location === undefined || !URL.canParse(location, address)) return undefined;
  const url = new URL(location, address);
  return url.protocol === "https:" || url.protocol === "http:" ? `${url.origin}${url.pathname}` : undefined;
}
