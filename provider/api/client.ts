import type { Dispatcher } from "undici";
import { type AnswerContext, readOutcome } from "./answers";
import { type Clock, systemClock, systemTimer, type Timer } from "./clock";
import { ApiError, ClientClosedError, RateLimitError } from "./errors";
import { type Answer, exchange, makeDispatcher } from "./http";
import { type JsonValue, writeJson } from "./json";
import { type Pass, type RateLimit, readRateLimit, RequestGate } from "./pacing";
import { redactor } from "./redact";
import { type Repeatability, retryDelay, type Tries } from "./retry";
import type { ConnectionSettings } from "./settings";
import { packageVersion } from "./version";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, and the wait before another try, with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Takes the caller's secrets out of a text of the service, before an error quotes a part of it. */
  redact?: ((text: string) => string) | undefined;
}

/** One call of the service, as an endpoint describes it. */
export interface ApiRequest<T> {
  method: "GET" | "POST" | "DELETE";
  /** From the base address on, such as `/api/v1/hosts/12`. */
  path: string;
  query?: URLSearchParams | undefined;
  /** A member that is `undefined` is left out. */
  body?: Record<string, JsonValue | undefined> | undefined;
  /** Values in the body that no error may show, in case the service repeats them. */
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
  /** The result of a 404 that is an answer like any other, and no `NotFoundError`. */
  absent?: (() => T) | undefined;
}

/** What a client takes from its surroundings. */
export interface HostConfigApiDependencies {
  /** Default: the machine's. */
  clock?: Clock | undefined;
  /** Measures the time-out of a request. Default: the machine's. */
  startTimer?: Timer | undefined;
  /** A number from 0 to below 1, for the jitter of waits. Default `Math.random`. */
  random?: (() => number) | undefined;
  /** Connections to use; stays open when the client is closed. Default: a pool of its own that uses the proxy variables. */
  dispatcher?: Dispatcher | undefined;
  /** Called before the wait for another try, with the number of that try, from 1. */
  onRetry?: ((error: ApiError, retry: number) => void) | undefined;
  /** Default `pulumi-hostconfig/<version>`. */
  userAgent?: string | undefined;
}

/** A storm of refusals that ask for no wait at all ends too. */
const shortestRateLimitWait = 100;

/** Sends calls to the service: paced together with all others, each tried again if that is safe. */
export class ServiceClient {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly #settings: ConnectionSettings;
  readonly #requestTimeout: number;
  readonly #userAgent: string;
  readonly #startTimer: Timer;
  readonly #random: () => number;
  readonly #onRetry: (error: ApiError, retry: number) => void;
  readonly #dispatcher: Dispatcher;
  readonly #ownsDispatcher: boolean;
  readonly #gate: RequestGate;
  readonly #active = new Set<AbortController>();
  #closed = false;

  constructor(settings: ConnectionSettings, dependencies: HostConfigApiDependencies = {}) {
    const { baseUrl, maxConcurrentRequests, requestTimeout } = settings;
    this.baseUrl = baseUrl;
    this.clock = dependencies.clock ?? systemClock;
    this.#settings = settings;
    this.#requestTimeout = requestTimeout * 1000;
    this.#userAgent = dependencies.userAgent ?? `pulumi-hostconfig/${packageVersion}`;
    this.#startTimer = dependencies.startTimer ?? systemTimer;
    this.#random = dependencies.random ?? Math.random;
    this.#onRetry = dependencies.onRetry ?? (() => undefined);
    this.#ownsDispatcher = dependencies.dispatcher === undefined;
    this.#dispatcher =
      dependencies.dispatcher ?? makeDispatcher(baseUrl, maxConcurrentRequests, this.#requestTimeout);
    this.#gate = new RequestGate(this.clock, maxConcurrentRequests);
  }

  /** The rate limit, as the last answers show it. */
  get rateLimit(): RateLimit | undefined {
    return this.#gate.rateLimit;
  }

  /**
   * @throws ApiError for a call that failed, SettingsError for a token that cannot be used, ClientClosedError, and the
   * signal's reason
   */
  async send<T>(request: ApiRequest<T>, options: CallOptions = {}): Promise<T> {
    const { signal } = options;
    if (this.#closed) throw new ClientClosedError();
    signal?.throwIfAborted();
    // One controller for both ends that a call can have: its own signal, and the closing of the client.
    const ending = new AbortController();
    const forward = () => {
      ending.abort(signal?.reason);
    };
    signal?.addEventListener("abort", forward, { once: true });
    this.#active.add(ending);
    try {
      return await this.#sendUntilDone(request, { ...options, signal: ending.signal });
    } finally {
      this.#active.delete(ending);
      signal?.removeEventListener("abort", forward);
    }
  }

  /** Ends every call under way with a ClientClosedError, and closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const ending of this.#active) ending.abort(new ClientClosedError());
    if (this.#ownsDispatcher) await this.#dispatcher.destroy();
  }

  async #sendUntilDone<T>(request: ApiRequest<T>, options: SendOptions): Promise<T> {
    // Written once: a save that is tried again saves the same.
    const body = request.body === undefined ? undefined : writeJson(request.body);
    const tries: Tries = { retries: 0, rateLimited: 0, rateLimitWait: 0 };
    let mayHaveHappened = false;
    for (;;) {
      const pass = await this.#gate.enter(options.signal);
      let error: ApiError;
      let delay: number;
      try {
        return await this.#sendOnce(request, body, pass, options);
      } catch (caught) {
        if (!(caught instanceof ApiError)) throw caught;
        error = caught;
        // Even if the last try was refused, an earlier one may have been carried out.
        mayHaveHappened = error.mayHaveHappened ||= mayHaveHappened;
        const next = retryDelay(error, request.repeatability, tries, this.#settings.maxRetries, this.#random);
        if (next === undefined) throw error;
        delay = next;
        // Before the pass is given back, so that no other request slips through.
        if (error instanceof RateLimitError) this.#gate.pause(delay);
      } finally {
        pass.leave();
      }
      if (error instanceof RateLimitError) {
        // This call waits at the gate, with all others.
        tries.rateLimited += 1;
        tries.rateLimitWait += Math.max(delay, shortestRateLimitWait);
      } else {
        tries.retries += 1;
        this.#onRetry(error, tries.retries);
        await this.clock.sleep(delay, options.signal);
      }
    }
  }

  async #sendOnce<T>(
    request: ApiRequest<T>,
    body: string | undefined,
    pass: Pass,
    { signal, redact = (text) => text }: SendOptions,
  ): Promise<T> {
    const { method, path, query, subject, secrets = [] } = request;
    const { otherTokenInEnvironment = () => false, requestTimeout } = this.#settings;
    const token = this.#settings.token();
    const headers = {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      "user-agent": this.#userAgent,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const { origin, pathname } = new URL(this.baseUrl);
    const search = query === undefined ? "" : `?${query.toString()}`;
    const wire = { origin, path: pathname.replace(/\/$/, "") + path + search, method, headers, body };
    const outcome = await exchange(this.#dispatcher, wire, this.#requestTimeout, this.#startTimer, signal);
    if (outcome.kind === "answered") pass.answered(readRateLimit(outcome.answer));
    const redactOwn = redactor([token, ...secrets]);
    return readOutcome(outcome, request, {
      endpoint: `${method} ${path}`,
      address: this.baseUrl,
      subject,
      write: method !== "GET",
      seconds: requestTimeout,
      redact: (text) => redact(redactOwn(text)),
      otherTokenInEnvironment,
      now: () => this.clock.now(),
    });
  }
}

type SendOptions = CallOptions & { signal: AbortSignal };
