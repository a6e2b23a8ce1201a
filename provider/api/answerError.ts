import type { AnswerContext } from "./apiRequest";
import {
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
import type { Answer } from "./httpExchange";
import { readRetryAfter } from "./retryAfter";
import { readServiceWords } from "./serviceMessage";

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
