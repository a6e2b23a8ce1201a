import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { type Dispatcher, Agent, EnvHttpProxyAgent } from "undici";
import { throwReason, type Timer } from "./clock";
import { SettingsError } from "./errors";
import { isLoopback } from "./settings";

/** Bodies above this many bytes are not read: 32 MB. */
const largestBody = 32 * 1024 * 1024;

/** One request as it goes over the wire. */
interface WireRequest {
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
  header: (name: string) => string | undefined;
  body: Buffer;
  /** Why the body is not whole; its status still counts. */
  broken: BrokenBody | undefined;
}

/** What is wrong with a body. */
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
  if (outcome.kind !== "answered") return outcome;
  const { answer } = outcome;
  const encoding = answer.header("content-encoding");
  return encoding === undefined
    ? outcome
    : { kind: "answered", answer: { ...answer, ...(await decodeBody(answer, encoding, largestBody)) } };
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Makes the pool of connections to the service. The proxy variables (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`) hold, but
 * for a loopback address: a proxy elsewhere could not reach it, and would be handed the token unencrypted.
 *
 * @param connectTimeout milliseconds
 * @throws SettingsError where a proxy variable does not hold a proxy's URL
 */
export function makeDispatcher(baseUrl: string, connections: number, connectTimeout: number): Dispatcher {
  // Without the second one, NODE_TLS_REJECT_UNAUTHORIZED=0 would hand the token to whoever answers.
  const connect = { timeout: connectTimeout, rejectUnauthorized: true };
  if (isLoopback(new URL(baseUrl).hostname)) return new Agent({ connections, connect });
  try {
    // To the service itself, to a proxy, and through a proxy to the service.
    return new EnvHttpProxyAgent({ connections, connect, proxyTls: connect, requestTls: connect });
  } catch {
    // The error is left out, since it repeats the variable's value, and with it the proxy's password.
    throw new SettingsError([
      "HTTPS_PROXY or HTTP_PROXY does not hold a proxy's URL: set it to one such as http://proxy.example.com:3128, or unset it.",
    ]);
  }
}

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gzip: Decode = promisify(gunzip);
const zlibFormat: Decode = promisify(inflate);
const bareFormat: Decode = promisify(inflateRaw);
const brotli: Decode = promisify(brotliDecompress);

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["br", brotli],
  // Servers send either form: with the header of the zlib format, whose first byte tells, or without it.
  ["deflate", (body, options) => ((body[0] ?? 0) % 16 === 8 ? zlibFormat : bareFormat)(body, options)],
]);

/** Nobody encodes a body more often. */
const mostEncodings = 3;

/**
 * Decodes a body. No encoding is asked for, but services and proxies may use one all the same. The part of a body that cannot
 * be decoded is not text, and is left out.
 *
 * @param header the value of `content-encoding`
 * @param largest bytes; a body that becomes larger is not decoded further
 */
export async function decodeBody(
  { body, broken }: Pick<Answer, "body" | "broken">,
  header: string,
  largest: number,
): Promise<Pick<Answer, "body" | "broken">> {
  const unreadable = (reason: BrokenBody) => ({ body: Buffer.alloc(0), broken: reason });
  const encodings = header
    .toLowerCase()
    .split(",")
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== "" && encoding !== "identity");
  if (broken !== undefined) return unreadable(broken);
  if (body.length === 0 || encodings.length === 0) return { body, broken };
  if (encodings.length > mostEncodings)
    return unreadable({ kind: "unknown encoding", encoding: "several encodings" });
  let decoded = body;
  // The one that was applied last is removed first.
  for (const encoding of encodings.reverse()) {
    const decode = decoders.get(encoding);
    if (decode === undefined) return unreadable({ kind: "unknown encoding", encoding: shown(encoding) });
    try {
      decoded = await decode(decoded, { maxOutputLength: largest });
    } catch (error) {
      return unreadable(isTooLarge(error) ? { kind: "too large" } : { kind: "malformed encoding", encoding });
    }
  }
  return { body: decoded, broken };
}

function shown(encoding: string): string {
  return /^[a-z0-9._-]{1,40}$/.test(encoding) ? encoding : "an unknown encoding";
}

function isTooLarge(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
  );
}
