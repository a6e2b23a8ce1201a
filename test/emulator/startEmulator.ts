import type { AddressInfo } from "node:net";
import { byHand } from "./byHand";
import type { Clock } from "./clock";
import { JumpingClock, realClock } from "./clock";
import type { Emulator, NewToken, SampleTokens } from "./emulator";
import { Delays } from "./faults/delays";
import { FaultBook } from "./faults/faultBook";
import { buildServer } from "./http/server";
import { TokenBook } from "./model/access";
import type { RateLimit } from "./model/rateLimit";
import { RateLimiter } from "./model/rateLimit";
import type { Service } from "./model/service";
import { Store } from "./model/store";
import { asShown } from "./presets";
import type { Readings } from "./readings";
import { matches, RequestLog } from "./requestLog";

export interface EmulatorOptions {
  /** Default 0: a free one. */
  port?: number;
  /** Differences from `asShown`. */
  readings?: Partial<Readings>;
  /** Default: the real time. */
  clock?: Clock;
  /** How long a deployment takes that no test has scripted. Default 2. */
  deploySeconds?: number;
  /** What such a deployment prints. */
  deployOutput?: readonly string[];
  /** A deployment without progress for longer than this is set to `timeout`. Default 300. */
  inactivitySeconds?: number;
  /** Default 6000 requests in 60 seconds. */
  rateLimit?: Partial<RateLimit>;
  /** The largest request body in bytes; a larger one answers 413. Default 16 MiB. */
  bodyLimit?: number;
  /** How many of the latest requests to remember, at the least. Default 20,000. */
  keepRequests?: number;
}

const defaultOutput = [
  "Reading the configuration",
  "Writing the configuration files",
  "Restarting the services",
  "Checking the services",
];

/** Starts an empty service on 127.0.0.1. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const service: Service = {
    store: new Store(),
    tokens: new TokenBook(),
    limiter: new RateLimiter({ requests: 6000, windowSeconds: 60, ...options.rateLimit }),
    clock: new JumpingClock(options.clock ?? realClock),
    readings: { ...asShown, ...options.readings },
    script: {
      seconds: options.deploySeconds ?? 2,
      end: "published",
      output: options.deployOutput ?? defaultOutput,
    },
    inactivityMs: (options.inactivitySeconds ?? 300) * 1000,
  };
  const log = new RequestLog(options.keepRequests ?? 20_000);
  const faults = new FaultBook();
  const delays = new Delays();
  const app = buildServer(service, { log, faults, delays }, options.bodyLimit ?? 16 * 1024 * 1024);
  await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;

  return {
    ...byHand(service),
    url: `http://127.0.0.1:${port}`,
    tokens: addSampleTokens(service),
    clock: service.clock,
    readings: service.readings,
    rateLimit: service.limiter.limit,
    faults,
    get requests() {
      return log.requests;
    },
    requestsTo: (match) => log.requests.filter((request) => matches(match, request)),
    writes: () => log.requests.filter(({ isWrite }) => isWrite),
    clearRequests: () => {
      log.clear();
    },
    nextRequest: ({ moment = "arrived", ...match } = {}) => log.next(match, moment),
    onRequest: ({ moment = "arrived", ...match }, call) => log.listen(match, moment, call),
    addToken: (token) => addToken(service, token),
    expireToken: (token) => {
      const known = service.tokens.get(token);
      if (known === undefined) throw new Error("The emulator has no such token.");
      known.expiresAt = service.clock.now();
    },
    close: async () => {
      log.close();
      delays.clear();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

function addSampleTokens(service: Service): SampleTokens {
  return {
    admin: addToken(service, { access: "admin", token: "sample-admin-access-token" }),
    cms: addToken(service, { access: "cms", token: "sample-cms-access-token" }),
    client: addToken(service, { access: "client", token: "sample-client-access-token", clientId: 1 }),
    expired: addToken(service, { access: "admin", token: "sample-expired-token", expiresAt: 0 }),
  };
}

let added = 0;

function addToken(
  service: Service,
  { access, token, clientId = null, owner, expiresAt = null }: NewToken,
): string {
  if (access === "client" && clientId === null) throw new Error("A client-access token needs a clientId.");
  added += 1;
  const text = token ?? `token-${access}-${added}`;
  service.tokens.add({ token: text, access, clientId, owner: owner ?? `owner of ${text}`, expiresAt });
  return text;
}
