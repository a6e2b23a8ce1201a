import { errors, type Dispatcher } from "undici";
import { answerError } from "./answers";
import type { Clock, Timer } from "./clock";
import { explainConnectionFailure } from "./connectionFailure";
import {
  ClientClosedError,
  ConnectionError,
  InvalidResponseError,
  RateLimitError,
  RequestTimeoutError,
  type ApiError,
} from "./errors";
import { type ApiRequest, exchange, type Answer, type WireRequest } from "./http";
import { writeJson } from "./json";
import { type RateLimit, RequestGate, type Pass } from "./pacing";
import { redactor } from "./redact";
import { retryDelay, type Tries } from "./retry";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, and the wait before another try, with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Takes the caller's secrets out of what the service says, before that is cut to a line of an error. */
  redact?: ((text: string) => string) | undefined;
}

/** What a client is made of. */
interface ServiceClientParts {
  baseUrl: string;
  token: () => string;
  otherTokenInEnvironment: () => boolean;
  maxConcurrentRequests: number;
  /** Milliseconds. */
  requestTimeout: number;
  maxRetries: number;
  userAgent: string;
  dispatcher: Dispatcher;
  clock: Clock;
  /** Measures `requestTimeout`. */
  startTimer: Timer;
  /** A number from 0 to below 1. */
  random: () => number;
  /** Is told before the wait for another try, with its number for that request, from 1. */
  onRetry: (error: ApiError, retry: number) => void;
}

type SentRequest<T> = ApiRequest<T> & Pick<CallOptions, "redact">;

type Result<T> = { value: T } | { error: ApiError };

/** Sends calls to the service: paced together with all others, each tried again where that is safe. */
export class ServiceClient {
  readonly #parts: ServiceClientParts;
  readonly #gate: RequestGate;
  readonly #base: URL;
  readonly #active = new Set<AbortController>();
  #closed = false;

  constructor(parts: ServiceClientParts) {
    this.#parts = parts;
    this.#base = new URL(parts.baseUrl);
    this.#gate = new RequestGate(parts.clock, parts.maxConcurrentRequests);
  }

  /**
   * @throws ApiError for a call that failed, SettingsError for a token that cannot be used, ClientClosedError, and the
   * signal's reason
   */
  async send<T>(request: ApiRequest<T>, { signal, redact }: CallOptions = {}): Promise<T> {
    if (this.#closed) throw new ClientClosedError();
    signal?.throwIfAborted();
    // One controller for both ends that a call can be brought to: its own signal, and the closing of the client.
    const ending = new AbortController();
    const forward = () => {
      ending.abort(signal?.reason);
    };
    signal?.addEventListener("abort", forward, { once: true });
    this.#active.add(ending);
    try {
      return await this.#sendUntilDone({ ...request, redact }, ending.signal);
    } finally {
      this.#active.delete(ending);
      signal?.removeEventListener("abort", forward);
    }
  }

  /** What the answers so far have told of the rate limit. */
  get rateLimit(): RateLimit | undefined {
    return this.#gate.rateLimit;
  }

  /** Ends every call under way with a ClientClosedError. */
  close(): void {
    this.#closed = true;
    for (const ending of this.#active) ending.abort(new ClientClosedError());
  }

  async #sendUntilDone<T>(request: SentRequest<T>, signal: AbortSignal): Promise<T> {
    const { maxRetries, random, clock, onRetry } = this.#parts;
    // Once for all tries: a save that is tried again saves the same.
    const body = request.body === undefined ? undefined : writeJson(request.body);
    const tries: Tries = { retries: 0, rateLimited: 0, rateLimitWait: 0 };
    let mayHaveHappened = false;
    for (;;) {
      const pass = await this.#gate.enter(signal);
      let result: Result<T>;
      try {
        result = await this.#tryOnce(request, body, pass, signal);
        if ("value" in result) return result.value;
        // Where the last try was refused, an earlier one may still have been carried out.
        result.error.mayHaveHappened ||= mayHaveHappened;
        ({ mayHaveHappened } = result.error);
        const delay = retryDelay(result.error, request.repeatability, tries, maxRetries, random);
        if (delay === undefined) throw result.error;
        if (result.error instanceof RateLimitError) {
          tries.rateLimited += 1;
          tries.rateLimitWait += Math.max(delay, shortestRateLimitWait);
          // Before the pass is given back, so that nobody slips through. The gate is where this call waits too.
          this.#gate.pause(delay);
          continue;
        }
        tries.retries += 1;
        pass.leave();
        onRetry(result.error, tries.retries);
        await clock.sleep(delay, signal);
      } finally {
        pass.leave();
      }
    }
  }

  async #tryOnce<T>(
    request: SentRequest<T>,
    body: string | undefined,
    pass: Pass,
    signal: AbortSignal,
  ): Promise<Result<T>> {
    const { baseUrl, dispatcher, requestTimeout, startTimer, clock } = this.#parts;
    const token = this.#parts.token();
    const context = {
      endpoint: `${request.method} ${request.path}`,
      address: baseUrl,
      subject: request.subject,
      write: request.method !== "GET",
      redact: (text: string) => {
        const own = redactor([token, ...(request.secrets ?? [])])(text);
        return request.redact?.(own) ?? own;
      },
    };
    const wire = this.#onTheWire(request, body, token);
    const outcome = await exchange(dispatcher, wire, requestTimeout, startTimer, signal);
    switch (outcome.kind) {
      case "timed out":
        return { error: this.#timeOut(context, outcome.sent) };
      case "failed":
        return { error: this.#connectionError(outcome.error, outcome.sent, context) };
      case "answered": {
        const { answer } = outcome;
        pass.answered(readRateLimit(answer));
        if (answer.status === 404 && request.absent !== undefined) return { value: request.absent() };
        if (answer.status < 200 || answer.status > 299) {
          const { otherTokenInEnvironment } = this.#parts;
          return { error: answerError(answer, { ...context, otherTokenInEnvironment, now: clock.now() }) };
        }
        const error = this.#brokenBody(answer, context);
        return error === undefined ? { value: request.read(answer, context) } : { error };
      }
    }
  }

  #onTheWire(request: ApiRequest<unknown>, body: string | undefined, token: string): WireRequest {
    const query = request.query?.toString() ?? "";
    const basePath = this.#base.pathname === "/" ? "" : this.#base.pathname;
    return {
      origin: this.#base.origin,
      path: basePath + request.path + (query === "" ? "" : `?${query}`),
      method: request.method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        "user-agent": this.#parts.userAgent,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body,
    };
  }

  /** What is wrong with the body of an answer that began with success. */
  #brokenBody(answer: Answer, context: Context): ApiError | undefined {
    switch (answer.broken?.kind) {
      case undefined:
        return undefined;
      case "time-out":
        return this.#timeOut(context, true);
      case "connection":
        return this.#connectionError(answer.broken.error, true, context);
      case "too large":
        return unreadable(answer, context, "the body is larger than 32 MB, which is not read", false);
      case "unknown encoding": {
        const reason = `the body has the content encoding "${answer.broken.encoding}", which is not supported`;
        return unreadable(answer, context, reason, false);
      }
      case "malformed encoding": {
        const reason = `the body cannot be decoded as "${answer.broken.encoding}", its content encoding`;
        return unreadable(answer, context, reason, true);
      }
    }
  }

  #timeOut(context: Context, sent: boolean): ApiError {
    const seconds = this.#parts.requestTimeout / 1000;
    if (sent) return new RequestTimeoutError({ ...named(context), mayHaveHappened: context.write, seconds });
    return this.#connectionError(new errors.ConnectTimeoutError(), false, context);
  }

  #connectionError(error: Error, sent: boolean, context: Context): ConnectionError {
    const { host } = this.#base;
    return new ConnectionError({
      ...named(context),
      ...explainConnectionFailure(error, host),
      mayHaveHappened: sent && context.write,
      host,
      sent,
    });
  }
}

/** A storm that always asks for no wait at all ends too. */
const shortestRateLimitWait = 100;

interface Context {
  endpoint: string;
  address: string;
  write: boolean;
}

function unreadable(
  { status }: Answer,
  context: Context,
  reason: string,
  transient: boolean,
): InvalidResponseError {
  return new InvalidResponseError({
    ...named(context),
    status,
    mayHaveHappened: context.write,
    transient,
    reason,
  });
}

function named({ endpoint, address }: Context): { endpoint: string; address: string } {
  return { endpoint, address };
}

function readRateLimit(answer: Answer): RateLimit | undefined {
  const limit = count(answer.header("x-ratelimit-limit"));
  const remaining = count(answer.header("x-ratelimit-remaining"));
  return limit === undefined || limit === 0 || remaining === undefined ? undefined : { limit, remaining };
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}
