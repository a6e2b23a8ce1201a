import type { Answer } from "./httpExchange";
import type { JsonObject } from "./json";
import type { Repeatability } from "./retryTiming";

/** One call of the service, as an endpoint describes it. */
export interface ApiRequest<T> {
  method: "GET" | "POST" | "DELETE";
  /** From the base address on, such as `/api/v1/hosts/12`. */
  path: string;
  query?: URLSearchParams | undefined;
  body?: JsonObject | undefined;
  /** Values in the body that no error may show, in case that the service repeats them. */
  secrets?: readonly string[] | undefined;
  repeatability: Repeatability;
  /** What a 404 says is missing, such as `host 12`. */
  subject: string;
  /**
   * Reads a successful answer.
   *
   * @throws InvalidResponseError
   */
  read: (answer: Answer, context: AnswerContext) => T;
  /** What a 404 stands for where it is an answer like any other, and no `NotFoundError`. */
  absent?: (() => T) | undefined;
}

/** What an error about an answer names. */
export interface AnswerContext {
  endpoint: string;
  address: string;
  /** Whether the request could have changed something. */
  write: boolean;
}
