import type { IncomingHttpHeaders } from "node:http";
import type { Identity } from "./model/access";

/** One request as the emulator saw it. */
export interface RecordedRequest {
  /** Counts from 1. */
  readonly number: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The endpoint in the reference's spelling, such as `/api/v1/hosts/{id}`; null for an unknown path. */
  readonly pattern: string | null;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly headers: IncomingHttpHeaders;
  readonly authorization: {
    readonly kind: Identity["kind"];
    readonly clientId: number | null;
    readonly owner: string | null;
  };
  /** The parsed body, the text of one that is not JSON, or undefined. */
  body: unknown;
  /** Whether the method can change anything: not GET or HEAD. */
  readonly isWrite: boolean;
  /** The status that was sent; null while there is none, or when the connection broke before it. */
  status: number | null;
  /** `broken`: the connection ended before the whole answer was out. */
  outcome: "pending" | "answered" | "broken";
  /** Real milliseconds, for what overlaps with what. */
  readonly startedAt: number;
  endedAt: number | null;
  /** The emulator's clock when the request came. */
  readonly clockAt: number;
}

/** Which requests are meant. What is left out matches all. */
export interface RequestMatch {
  /** In any case. */
  method?: string;
  /** A text equals the path or the endpoint's pattern; an expression is tried on the path. */
  path?: string | RegExp;
}

/** `arrived`: its body was read, and its handler has run unless a fault delays it. `ended`: answered or broken. */
export type RequestMoment = "arrived" | "ended";

interface Listener {
  readonly match: RequestMatch;
  readonly moment: RequestMoment;
  readonly call: (request: RecordedRequest) => void;
  readonly fail: (error: Error) => void;
}

/** What of a request a match looks at. */
export type MatchedRequest = Pick<RecordedRequest, "method" | "path" | "pattern">;

export function matches(match: RequestMatch, request: MatchedRequest): boolean {
  const { method, path } = match;
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (path === undefined) return true;
  if (typeof path === "string") return path === request.path || path === request.pattern;
  return request.path.search(path) !== -1;
}

/** Remembers requests and tells those who wait for one. */
export class RequestLog {
  readonly #keep: number;
  readonly #listeners = new Set<Listener>();
  #requests: RecordedRequest[] = [];
  #count = 0;

  /** @param keep how many of the latest requests to remember, at the least. */
  constructor(keep: number) {
    this.#keep = keep;
  }

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  nextNumber(): number {
    this.#count += 1;
    return this.#count;
  }

  add(request: RecordedRequest): void {
    // In halves, since removing the first of a long array at every request is slow.
    if (this.#requests.length >= this.#keep * 2) this.#requests = this.#requests.slice(-this.#keep);
    this.#requests.push(request);
  }

  clear(): void {
    this.#requests = [];
  }

  tell(moment: RequestMoment, request: RecordedRequest): void {
    for (const listener of this.#listeners) {
      if (listener.moment === moment && matches(listener.match, request)) listener.call(request);
    }
  }

  /** Calls back at every such request, until the returned function is called. */
  listen(match: RequestMatch, moment: RequestMoment, call: Listener["call"]): () => void {
    const listener: Listener = { match, moment, call, fail: () => undefined };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** The next such request from now on. Rejects when the emulator closes first. */
  next(match: RequestMatch, moment: RequestMoment): Promise<RecordedRequest> {
    const promise = new Promise<RecordedRequest>((resolve, reject) => {
      const listener: Listener = {
        match,
        moment,
        call: (request) => {
          this.#listeners.delete(listener);
          resolve(request);
        },
        fail: reject,
      };
      this.#listeners.add(listener);
    });
    // A test that failed elsewhere never awaits this: its end must not count as an unhandled rejection.
    promise.catch(() => undefined);
    return promise;
  }

  close(): void {
    for (const { fail } of this.#listeners)
      fail(new Error("The emulator closed before such a request came."));
    this.#listeners.clear();
  }
}
