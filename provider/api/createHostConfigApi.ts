import type { Dispatcher } from "undici";
import { Calls } from "./calls";
import { type CallOptions, ServiceClient } from "./client";
import { clientEndpoints } from "./clients";
import { type Clock, systemClock, systemTimer, type Timer } from "./clock";
import { deploymentEndpoints } from "./deployments";
import type { ApiError } from "./errors";
import { groupEndpoints } from "./groups";
import type { HostConfigApi } from "./hostConfigApi";
import { hostEndpoints } from "./hosts";
import { makeDispatcher } from "./http";
import type { RateLimit } from "./pacing";
import { jsonObject } from "./schemas";
import type { ConnectionSettings } from "./settings";
import { packageVersion } from "./version";

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

/** A client that holds connections. */
export interface OpenHostConfigApi extends HostConfigApi {
  /** The rate limit, as the last answers show it; `undefined` before the first answer that does. */
  readonly rateLimit: RateLimit | undefined;
  /** Ends every call under way with a `ClientClosedError`, and closes the connections. */
  close(): Promise<void>;
}

/**
 * Makes a client of the service. It connects with the first call.
 *
 * @throws SettingsError if a proxy variable is malformed
 */
export function createHostConfigApi(
  settings: ConnectionSettings,
  dependencies: HostConfigApiDependencies = {},
): OpenHostConfigApi {
  const {
    baseUrl,
    token,
    otherTokenInEnvironment = () => false,
    maxConcurrentRequests,
    maxRetries,
  } = settings;
  const { clock = systemClock, dispatcher } = dependencies;
  const requestTimeout = settings.requestTimeout * 1000;
  const connections = dispatcher ?? makeDispatcher(baseUrl, maxConcurrentRequests, requestTimeout);
  const client = new ServiceClient({
    baseUrl,
    token,
    otherTokenInEnvironment,
    maxConcurrentRequests,
    requestTimeout,
    maxRetries,
    userAgent: dependencies.userAgent ?? `pulumi-hostconfig/${packageVersion}`,
    dispatcher: connections,
    clock,
    startTimer: dependencies.startTimer ?? systemTimer,
    random: dependencies.random ?? Math.random,
    onRetry: dependencies.onRetry ?? (() => undefined),
  });
  const calls = new Calls(client, { baseUrl, clock });
  return {
    baseUrl,
    ...clientEndpoints(calls),
    ...hostEndpoints(calls),
    ...deploymentEndpoints(calls),
    ...groupEndpoints(calls),
    getApiDescription: (options?: CallOptions) =>
      calls.get("/api-docs/api-docs.json", "API description", jsonObject, options),
    get rateLimit() {
      return client.rateLimit;
    },
    async close() {
      client.close();
      if (dispatcher === undefined) await connections.destroy();
    },
  };
}
