import type { JsonValue } from "../json";
import type { Gate } from "./gate";

/** What goes wrong. `run` tells whether the handler runs, and so takes effect, although its answer is lost. */
export type Fault =
  /** The answer comes late, in real milliseconds. `after`: the handler runs at once, only the answer is late. */
  | { readonly kind: "latency"; readonly ms: number; readonly after?: boolean }
  /** The connection is reset before or after the handler ran. */
  | { readonly kind: "resetBefore" }
  | { readonly kind: "resetAfter" }
  /** The request stops at the gate until that is opened. `after`: the handler has run, only the answer stops. */
  | { readonly kind: "hold"; readonly gate: Gate; readonly after?: boolean }
  /** No answer ever comes. `run`: default false. */
  | { readonly kind: "silence"; readonly run?: boolean }
  /** The connection ends in the middle of the body. */
  | { readonly kind: "truncated" }
  /** The first half of the body, with a content length that fits it. */
  | { readonly kind: "brokenJson" }
  /** An HTML page, as a proxy in front of the service sends it. `run`: default false. */
  | { readonly kind: "html"; readonly status: number; readonly run?: boolean }
  | StatusFault
  /** `status`: default 307. */
  | { readonly kind: "redirect"; readonly location: string; readonly status?: number }
  /** The right body under another content type. */
  | { readonly kind: "contentType"; readonly value: string }
  /** A JSON body of this many bytes, default 50,000,000. */
  | { readonly kind: "huge"; readonly bytes?: number }
  /** The right body in pieces: so many bytes (default 1) every so many real milliseconds (default 10). */
  | { readonly kind: "trickle"; readonly bytes?: number; readonly ms?: number }
  /** On a deploy start: the status goes on showing the deployment before for this long on the emulator's clock. */
  | { readonly kind: "staleStatus"; readonly ms: number }
  /** The emulator's clock jumps when the request comes. */
  | { readonly kind: "clockJump"; readonly ms: number };

/** Another status than the handler's. */
export interface StatusFault {
  readonly kind: "status";
  readonly status: number;
  /** Whether the handler runs all the same; default false. */
  readonly run?: boolean;
  /** Default `{error: "<the status in words>"}`; a text is sent as it is, null sends none. */
  readonly body?: JsonValue;
  /** Seconds, or a date, sent as an HTTP date; a text is sent as it is. */
  readonly retryAfter?: number | Date | string;
}
