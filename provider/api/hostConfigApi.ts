import type { CallOptions } from "./client";
import type { ClientEndpoints } from "./clients";
import type { DeploymentEndpoints } from "./deployments";
import type { GroupEndpoints } from "./groups";
import type { HostEndpoints } from "./hosts";
import type { JsonObject } from "./json";

export type { ListFilter } from "./calls";
export type { CallOptions } from "./client";
export type { Client } from "./clients";
export type { DeployStatus } from "./deployments";
export type { Group } from "./groups";
export type { Host, HostCredentials, NewHost, UserCredentials } from "./hosts";
export type { ReadRecord } from "./sharedReads";

// Types only: previews need the types, and do not load the client.

/**
 * The calls of the Host Configuration and Deployment REST API, one method for each endpoint.
 *
 * Every method fails with a class of `./errors`. A list is read to its last page and holds each item once.
 */
export interface HostConfigApi extends ClientEndpoints, HostEndpoints, DeploymentEndpoints, GroupEndpoints {
  /** Base address, without `/api/v1`, for messages. */
  readonly baseUrl: string;

  /** `GET {base_url}/api-docs/api-docs.json`: the service's own OpenAPI description. */
  getApiDescription(options?: CallOptions): Promise<JsonObject>;
}
