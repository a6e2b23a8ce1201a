import type { Fault } from "../emulator";

/** One way in which a call goes wrong. */
export interface FaultKind {
  name: string;
  /** What the emulator does, or `refused`: nobody listens where the call goes. Made anew for every cell. */
  fault: (otherOrigin: string) => Fault | "refused";
  /** What an error over this fault has to speak of: the cause, and the way out. */
  says: RegExp;
}

const address = /hostconfig:baseUrl/;
const support = /try again later, and tell the platform's support/;
/** Seconds that a 429 asks to wait. */
const wait = 7;

/** An answer of this status; `ran`: the handler took effect all the same, as behind a gateway. */
const status = (code: number, ran = false): Fault => ({ kind: "status", status: code, run: ran });

/** Every way in which a call can go wrong. */
export const faultKinds: readonly FaultKind[] = [
  { name: "connection refused", fault: () => "refused", says: address },
  {
    name: "reset before the handler ran",
    fault: () => ({ kind: "resetBefore" }),
    says: /broke the connection/,
  },
  {
    name: "reset after the handler ran",
    fault: () => ({ kind: "resetAfter" }),
    says: /broke the connection/,
  },
  {
    name: "time-out, not carried out",
    fault: () => ({ kind: "silence" }),
    says: /hostconfig:requestTimeout/,
  },
  {
    name: "time-out, carried out",
    fault: () => ({ kind: "silence", run: true }),
    says: /hostconfig:requestTimeout/,
  },
  { name: "truncated body", fault: () => ({ kind: "truncated" }), says: /broke the connection/ },
  { name: "broken JSON", fault: () => ({ kind: "brokenJson" }), says: address },
  { name: "HTML error page", fault: () => ({ kind: "html", status: 503 }), says: support },
  {
    name: "HTML error page, carried out",
    fault: () => ({ kind: "html", status: 502, run: true }),
    says: support,
  },
  { name: "HTML login page", fault: () => ({ kind: "html", status: 200 }), says: /login page/ },
  { name: "401", fault: () => status(401), says: /expiration date.*HOSTCONFIG_TOKEN/s },
  { name: "403", fault: () => status(403), says: /access kind.*HOSTCONFIG_TOKEN/s },
  {
    name: "404",
    fault: () => status(404),
    says: /Check the id|answers 404|look at the host on the platform|refused to start/,
  },
  {
    name: "422",
    fault: () => status(422),
    says: /finds the values not valid.*check name, client id and configuration/s,
  },
  {
    name: "429 with seconds",
    fault: () => ({ kind: "status", status: 429, retryAfter: wait }),
    says: /wait a minute, or lower `hostconfig:maxConcurrentRequests`/,
  },
  {
    name: "429 with an HTTP date",
    // Counts from the answer's own Date header, which is the machine's time.
    fault: () => ({ kind: "status", status: 429, retryAfter: new Date(Date.now() + 1000 * wait) }),
    says: /wait a minute, or lower `hostconfig:maxConcurrentRequests`/,
  },
  { name: "500", fault: () => status(500), says: support },
  { name: "500, carried out", fault: () => status(500, true), says: support },
  { name: "502", fault: () => status(502), says: support },
  { name: "502, carried out", fault: () => status(502, true), says: support },
  { name: "503", fault: () => status(503), says: support },
  { name: "503, carried out", fault: () => status(503, true), says: support },
  { name: "504", fault: () => status(504), says: support },
  { name: "504, carried out", fault: () => status(504, true), says: support },
  {
    name: "redirect to another origin",
    fault: (origin) => ({ kind: "redirect", location: `${origin}/api/v1/login` }),
    says: /the token is only sent to the configured origin/,
  },
  {
    name: "redirect that changes the method",
    fault: (origin) => ({ kind: "redirect", location: `${origin}/login`, status: 302 }),
    says: /the token is only sent to the configured origin/,
  },
  {
    name: "content type text/plain",
    fault: () => ({ kind: "contentType", value: "text/plain" }),
    says: address,
  },
  {
    name: "content type text/html",
    fault: () => ({ kind: "contentType", value: "text/html" }),
    says: address,
  },
  { name: "body of 50 MB", fault: () => ({ kind: "huge" }), says: /larger than 32 MB.*hostconfig:baseUrl/s },
];
