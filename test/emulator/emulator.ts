import type { JumpingClock } from "./clock";
import type { FaultBook } from "./faults/faultBook";
import type { Access } from "./model/access";
import type { ByHand } from "./byHand";
import type { RateLimit } from "./model/rateLimit";
import type { Readings } from "./readings";
import type { RecordedRequest, RequestMatch, RequestMoment } from "./requestLog";

/** A running emulator of the service. */
export interface Emulator extends ByHand {
  /** The base address, such as `http://127.0.0.1:4010`: without `/api/v1` and without a slash at the end. */
  readonly url: string;
  readonly tokens: SampleTokens;
  /** The emulator's clock: the one of the options, and the jumps made since. */
  readonly clock: JumpingClock;
  /** The readings in force; a change takes effect at the next request. */
  readonly readings: Readings;
  /** The rate limit in force; a change takes effect at the next request. */
  readonly rateLimit: RateLimit;
  readonly faults: Pick<FaultBook, "add" | "clear">;

  /** The latest requests, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** The recorded requests that match. */
  requestsTo(match: RequestMatch): RecordedRequest[];
  /** The recorded requests that can change something. */
  writes(): RecordedRequest[];
  clearRequests(): void;
  /** Resolves at the next such request; by default as soon as it arrived. Rejects when the emulator closes. */
  nextRequest(match?: RequestMatch & { moment?: RequestMoment }): Promise<RecordedRequest>;
  /**
   * Calls back at every such request: at `arrived` (the default) before the handler runs, so that a test can
   * interfere. Returns what ends it.
   */
  onRequest(
    match: RequestMatch & { moment?: RequestMoment },
    call: (request: RecordedRequest) => void,
  ): () => void;

  addToken(token: NewToken): string;
  /** From now on the token is expired. */
  expireToken(token: string): void;
  /** Ends every connection and delay at once. */
  close(): Promise<void>;
}

/** One token of each kind, to send as `Bearer`. */
export interface SampleTokens {
  readonly admin: string;
  readonly cms: string;
  /** Bound to client 1. */
  readonly client: string;
  readonly expired: string;
}

export interface NewToken {
  access: Access;
  /** Default: a new text. */
  token?: string;
  /** The client whose resources it may reach. Needed for client-access; default for the others: all. */
  clientId?: number | null;
  /** Whose requests the rate limit counts together. Default: the token is its own. */
  owner?: string;
  /** Milliseconds of the emulator's clock. Default: never. */
  expiresAt?: number | null;
}
