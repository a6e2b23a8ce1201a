import type { JsonObject } from "./json";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, and the wait before another try, with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Takes the caller's secrets out of what the service says, before that is cut to a line of an error. */
  redact?: ((text: string) => string) | undefined;
}

/** Filter of a list. */
export interface ListFilter {
  /** Partial match; its target depends on the list: the name, and for clients also email, company or id. */
  search?: string | undefined;
}

/** An account that owns groups and hosts. */
export interface Client {
  id: number;
  firstname: string | undefined;
  lastname: string | undefined;
  email: string | undefined;
  createdAt: string | undefined;
  updatedAt: string | undefined;
}

/** A server that is configured and deployed. */
export interface Host {
  id: number;
  clientId: number | undefined;
  active: boolean | undefined;
  name: string;
  /** The saved client-level configuration; `undefined` where a list leaves it out. */
  json: JsonObject | undefined;
  createdAt: string | undefined;
  updatedAt: string | undefined;
  /** Live server status, where the service has any. */
  monitoring: JsonObject | undefined;
}

/** Shared configuration that its member hosts inherit. */
export interface Group {
  id: number;
  /** May be absent from the record of a single group. */
  clientId: number | undefined;
  name: string;
  json: JsonObject | undefined;
  createdAt: string | undefined;
  updatedAt: string | undefined;
}

/** A host's latest deployment. Fields that the service left out are `undefined`. */
export interface DeployStatus {
  /** Whether the deployment is still marked active. */
  publishing: boolean | undefined;
  /** `deploy`, `import`, `published`, `error`, `canceled`, `timeout`, or what else the service says, such as after a reset. */
  publishingStatus: string | undefined;
  /** Whether the host is deploying right now. */
  isDeploying: boolean | undefined;
  /** Output of the deployment job. */
  jobStdout: string | undefined;
  /** When the deployment finished, as the service spells it. */
  deployAt: string | undefined;
  /** The deployment that ran, as the service spells it: `deploy`, `Full Deploy`, `Full Delete Deploy`. */
  deployType: string | undefined;
}

/** Access data of a host. All of it is sensitive. */
export interface HostCredentials {
  hostname: string | undefined;
  masterUser: UserCredentials | undefined;
  adminUser: UserCredentials | undefined;
  facts: JsonObject | undefined;
  network: JsonObject | undefined;
  platform: JsonObject | undefined;
  systemUsers: JsonObject[];
  ftpUsers: JsonObject[];
}

export interface UserCredentials {
  user: string;
  password: string | null;
}

/** Body of a host's creation. */
export interface NewHost {
  name: string;
  clientId: number;
  active?: boolean | undefined;
  json?: JsonObject | undefined;
  yaml?: string | undefined;
  jsonAdmin?: JsonObject | undefined;
  yamlAdmin?: string | undefined;
}

/** Body of a host's save. */
interface HostConfiguration {
  json: JsonObject;
  /** For admin-access tokens only; left out of the request when `undefined`. */
  jsonAdmin?: JsonObject | undefined;
}

/**
 * The calls of the Host Configuration and Deployment REST API, one method an endpoint.
 *
 * Every method fails with a class of `./errors`. A list is walked to its last page and holds each item once.
 */
export interface HostConfigApi {
  /** Base address, without `/api/v1`, to name in messages. */
  readonly baseUrl: string;

  /** `GET /api/v1/clients`, every page. */
  listClients(filter?: ListFilter, options?: CallOptions): Promise<Client[]>;
  /** `GET /api/v1/clients/{id}` */
  getClient(id: number, options?: CallOptions): Promise<Client>;
  /** `GET /api/v1/clients/{id}/hosts`, every page: the client's active hosts. */
  listClientHosts(clientId: number, filter?: ListFilter, options?: CallOptions): Promise<Host[]>;
  /** `GET /api/v1/clients/{id}/groups`, every page. */
  listClientGroups(clientId: number, filter?: ListFilter, options?: CallOptions): Promise<Group[]>;

  /** `GET /api/v1/hosts`, every page; active hosts only for client-access tokens. */
  listHosts(filter?: ListFilter, options?: CallOptions): Promise<Host[]>;
  /** `POST /api/v1/hosts` (admin-access tokens). Never tried twice by itself: look the host up before another try. */
  createHost(host: NewHost, options?: CallOptions): Promise<{ id: number }>;
  /** `GET /api/v1/hosts/{id}` */
  getHost(id: number, options?: CallOptions): Promise<Host>;
  /** `GET /api/v1/hosts/{id}` for a refresh; many at the same time may be answered from `GET /api/v1/hosts`. */
  readonly hostReads: ReadsTogether<Host>;
  /** `POST /api/v1/hosts/{id}`: saves, does not deploy. */
  saveHost(id: number, configuration: HostConfiguration, options?: CallOptions): Promise<void>;
  /** `GET /api/v1/hosts/{id}/deploy`; `undefined` for a host without a deployment history, and for a host that is not there. */
  getDeployStatus(hostId: number, options?: CallOptions): Promise<DeployStatus | undefined>;
  /** `POST /api/v1/hosts/{id}/deploy`. Never tried twice by itself: look the status up before another try. */
  startDeploy(hostId: number, type: string, options?: CallOptions): Promise<void>;
  /** `DELETE /api/v1/hosts/{id}/deploy`: resets a stuck deployment. */
  resetDeploy(hostId: number, options?: CallOptions): Promise<void>;
  /** `GET /api/v1/hosts/{id}/credentials` */
  getHostCredentials(hostId: number, options?: CallOptions): Promise<HostCredentials>;

  /** `GET /api/v1/groups`, every page. */
  listGroups(filter?: ListFilter, options?: CallOptions): Promise<Group[]>;
  /** `GET /api/v1/groups/{id}` */
  getGroup(id: number, options?: CallOptions): Promise<Group>;
  /** `GET /api/v1/groups/{id}` for a refresh; many at the same time may be answered from `GET /api/v1/groups`. */
  readonly groupReads: ReadsTogether<Group>;
  /** `POST /api/v1/groups/{id}` */
  saveGroup(id: number, json: JsonObject, options?: CallOptions): Promise<void>;

  /** `GET {base_url}/api-docs/api-docs.json`: the service's own OpenAPI description. */
  getApiDescription(options?: CallOptions): Promise<JsonObject>;
}

/** What a read of one record may know beforehand. */
export interface ReadOptions extends CallOptions {
  /** The client that owned the record when it was last seen; its list is shorter than that of all. */
  clientId?: number | undefined;
}

/** Reads one record, as the service has it now or had it since the earliest read that is still under way began. */
export type ReadRecord<Item> = (id: number, options?: ReadOptions) => Promise<Item>;

/** Reads of records of one kind by operations that may come in great numbers, as a refresh does. */
export interface ReadsTogether<Item> {
  /**
   * Runs one operation. Where several are under way at the same time, what they read may come from a list that one of
   * them has asked for; alone, every read is a request of its own. A record that is in no list is always asked for.
   */
  during<T>(operation: (read: ReadRecord<Item>) => Promise<T>): Promise<T>;
}
