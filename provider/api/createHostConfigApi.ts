import { Calls } from "./calls";
import { type CallOptions, type HostConfigApiDependencies, ServiceClient } from "./client";
import { clientEndpoints } from "./clients";
import { deploymentEndpoints } from "./deployments";
import { groupEndpoints } from "./groups";
import type { HostConfigApi } from "./hostConfigApi";
import { hostEndpoints } from "./hosts";
import type { RateLimit } from "./pacing";
import { jsonObject } from "./schemas";
import type { ConnectionSettings } from "./settings";

export type { HostConfigApiDependencies } from "./client";

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
  dependencies?: HostConfigApiDependencies,
): OpenHostConfigApi {
  const client = new ServiceClient(settings, dependencies);
  const calls = new Calls(client);
  return {
    baseUrl: settings.baseUrl,
    ...clientEndpoints(calls),
    ...hostEndpoints(calls),
    ...deploymentEndpoints(calls),
    ...groupEndpoints(calls),
    getApiDescription: (options?: CallOptions) =>
      calls.get("/api-docs/api-docs.json", "API description", jsonObject, options),
    get rateLimit() {
      return client.rateLimit;
    },
    close: () => client.close(),
  };
}
