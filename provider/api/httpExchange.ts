import type { Dispatcher } from "undici";
import { decodeBody } from "./contentEncoding";
import { throwReason } from "./throwReason";
import type { Timer } from "./timer";

/** Bodies above this many bytes are not read: 32 MB. */
export const largestBody = 32 * 1024 * 1024;

/** One request as it goes over the wire. */
export interface WireRequest {
  origin: string;
  path: string;
  method: "GET" | "POST" | "DELETE";
  headers: Record<string, string>;
  body: string | undefined;
}

/** An answer, read to its end. */
export interface Answer {
  status: number;
  /** A header's value; the first one of several. */
  header(name: string): string | undefined;
  body: Buffer;
  /** Why the body is not whole; its status still counts. */
  broken: BrokenBody | undefined;
}

export type BrokenBody =
  | { kind: "too large" }
  | { kind: "connection"; error: Error }
  | { kind: "time-out" }
  /** It has a content encoding that is not known, or is not what it says. */
  | { kind: "unknown encoding" | "malformed encoding"; encoding: string };

/** What became of a request. */
export type Outcome =
  | { kind: "answered"; answer: Answer }
  /** No answer; `sent` tells whether any of the request may have reached the service. */
  | { kind: "failed"; sent: boolean; error: Error }
  /** Nothing came within the time-out; not `sent` means that no connection came about. */
  | { kind: "timed out"; sent: boolean };

/**
 * Sends one request, and reads the answer to its end. Redirects are answers like any other.
 *
 * @param timeout milliseconds from now to the last byte of the answer
 * @param startTimer what measures them
 * @throws the signal's reason, as soon as it is aborted
 */
export async function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  timeout: number,
  startTimer: Timer,
  signal: AbortSignal,
): Promise<Outcome> {
  signal.throwIfAborted();
  const outcome = await new Promise<Outcome | undefined>((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let head: Pick<Answer, "status" | "header"> | undefined;
    let ended = false;
    let size = 0;
    const chunks: Buffer[] = [];

    const end = (result: Outcome | undefined) => {
      if (ended) return;
      ended = true;
      endTimer();
      signal.removeEventListener("abort", onAbort);
      resolve(result);
    };
    const breakOff = (result: Outcome | undefined) => {
      end(result);
      controller?.abort(new Error("The client no longer waits for the answer."));
    };
    const whole = (broken: BrokenBody | undefined): Outcome | undefined =>
      head && { kind: "answered", answer: { ...head, body: Buffer.concat(chunks), broken } };
    const onAbort = () => {
      breakOff(undefined);
    };
    const endTimer = startTimer(timeout, () => {
      breakOff(whole({ kind: "time-out" }) ?? { kind: "timed out", sent: controller !== undefined });
    });
    signal.addEventListener("abort", onAbort, { once: true });

    dispatcher.dispatch(
      // The time-out above covers everything: undici's own, which count silence only, are off.
      { ...request, body: request.body ?? null, headersTimeout: 0, bodyTimeout: 0 },
      {
        // Called when there is a connection, right before the request is written to it.
        onRequestStart(started) {
          controller = started;
          if (ended) started.abort(new Error("The client no longer waits for the answer."));
        },
        onResponseStart(_, status, headers) {
          // 1xx only announces the answer.
          if (status < 200) return;
          head = { status, header: (name) => first(headers[name]) };
        },
        onResponseData(_, chunk) {
          if (ended) return;
          size += chunk.length;
          if (size > largestBody) {
            // What an error message may quote stands at the beginning.
            chunks.splice(1);
            breakOff(whole({ kind: "too large" }));
            return;
          }
          chunks.push(chunk);
        },
        onResponseEnd() {
          end(whole(undefined));
        },
        onResponseError(_, error) {
          end(
            whole({ kind: "connection", error }) ?? { kind: "failed", sent: controller !== undefined, error },
          );
        },
      },
    );
  });
  if (outcome === undefined) return throwReason(signal);
  return outcome.kind === "answered" ? { kind: "answered", answer: await decoded(outcome.answer) } : outcome;
}

/** What cannot be decoded is no text, and never shown. */
async function decoded(answer: Answer): Promise<Answer> {
  const encoding = answer.header("content-encoding");
  if (encoding === undefined) return answer;
  const none = Buffer.alloc(0);
  if (answer.broken !== undefined) return { ...answer, body: none };
  const result = await decodeBody(answer.body, encoding, largestBody);
  if ("body" in result) return { ...answer, body: result.body };
  const broken: BrokenBody =
    result.failure === "too large"
      ? { kind: "too large" }
      : { kind: `${result.failure} encoding`, encoding: result.encoding };
  return { ...answer, body: none, broken };
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
