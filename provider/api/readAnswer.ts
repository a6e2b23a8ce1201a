import type { z } from "zod";
import type { AnswerContext } from "./apiRequest";
import { InvalidResponseError } from "./errors";
import { parseJson } from "./exactNumbers";
import type { Answer } from "./httpExchange";
import { deepestNesting, isTooDeep } from "./nesting";

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
