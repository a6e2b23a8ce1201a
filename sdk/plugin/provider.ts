import * as pulumi from "@pulumi/pulumi";
import { withSecrets } from "../resourceProperties";
import { pluginOptions } from "./pluginResource";

/** Arguments of a `Provider`. What is not given comes from the environment variable, not from the stack's configuration. */
export interface ProviderArgs {
  /**
   * Base address of the service, without `/api/v1`: https, or http on a loopback address, unless `allowInsecureHttp` is
   * true. Default: `HOSTCONFIG_BASE_URL`.
   */
  baseUrl?: pulumi.Input<string>;
  /** Personal access token, always a secret. Default: `HOSTCONFIG_TOKEN`. */
  token?: pulumi.Input<string>;
  /** Connections in use at once. Default: `HOSTCONFIG_MAX_CONCURRENT_REQUESTS`, else 16. */
  maxConcurrentRequests?: pulumi.Input<number>;
  /** Seconds for one request. Default: `HOSTCONFIG_REQUEST_TIMEOUT`, else 30. */
  requestTimeout?: pulumi.Input<number>;
  /** Tries after the first for one request. Default: `HOSTCONFIG_MAX_RETRIES`, else 5. */
  maxRetries?: pulumi.Input<number>;
  /** Allows http to another machine. Default: `HOSTCONFIG_ALLOW_INSECURE_HTTP`, else false. */
  allowInsecureHttp?: pulumi.Input<boolean>;
  /** Default of `deploy.wait`. Default: `HOSTCONFIG_WAIT`, else true. */
  wait?: pulumi.Input<boolean>;
  /**
   * File with a JSON schema, relative to the folder of the project, for the `json` of every resource. Default:
   * `HOSTCONFIG_CONFIG_SCHEMA`, else none.
   */
  configSchema?: pulumi.Input<string>;
  /** Default of `onConflict`: `warn`, `fail` or `overwrite`. Default: `HOSTCONFIG_ON_CONFLICT`, else none. */
  onConflict?: pulumi.Input<string>;
}

/**
 * An account of its own, for programs that use more than one: `new Host("web", { … }, { provider })`.
 *
 * Resources without a provider use the stack's configuration.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const own = { additionalSecretOutputs: ["token"] };
    super(
      "hostconfig",
      name,
      withSecrets(args, ["token"]),
      pulumi.mergeOptions(pulumi.mergeOptions(pluginOptions, opts), own),
    );
  }
}
