import type { Dispatcher } from "undici";
import type { z } from "zod";
import { acceptAnswer, readAnswer } from "./answers";
import { ServiceClient } from "./client";
import { type Clock, systemClock, systemTimer, type Timer } from "./clock";
import { InvalidResponseError, type ApiError } from "./errors";
import type {
  CallOptions,
  DeployStatus,
  Group,
  Host,
  HostConfigApi,
  ListFilter,
  NewHost,
} from "./hostConfigApi";
import { makeDispatcher, type ApiRequest } from "./http";
import type { JsonObject } from "./json";
import type { RateLimit } from "./pacing";
import { largestList, mayRefuseSize, pageSize, readAllPages } from "./pagination";
import { leaves, yamlLeaves } from "./redact";
import type { Repeatability } from "./retry";
import {
  client,
  createdHost,
  credentials,
  deployStatusAnswer,
  jsonObject,
  group,
  host,
  list,
} from "./schemas";
import type { ConnectionSettings } from "./settings";
import { ReadingTogether, type Listed, type RecordSource } from "./sharedReads";
import { packageVersion } from "./version";

/** What a client takes from its surroundings. */
export interface HostConfigApiDependencies {
  /** Default: the machine's. */
  clock?: Clock | undefined;
  /** Measures the time-out of a request. Default: the machine's. */
  startTimer?: Timer | undefined;
  /** A number from 0 to below 1, for the jitter of waits. Default `Math.random`. */
  random?: (() => number) | undefined;
  /** Connections to use; stays open when the client is closed. Default: a pool of its own that follows the proxy variables. */
  dispatcher?: Dispatcher | undefined;
  /** Is told before the wait for another try, with its number for that request, from 1. Default: nobody is. */
  onRetry?: ((error: ApiError, retry: number) => void) | undefined;
  /** Default `pulumi-hostconfig/<version>`. */
  userAgent?: string | undefined;
}

/** A client that holds connections. */
export interface OpenHostConfigApi extends HostConfigApi {
  /** Requests a minute, and how many are left, as the answers so far have told; `undefined` where none has. */
  readonly rateLimit: RateLimit | undefined;
  /** Ends every call under way with a `ClientClosedError`, and closes the connections. */
  close(): Promise<void>;
}

/**
 * Makes a client of the service. It connects with the first call.
 *
 * @throws SettingsError where a proxy variable is malformed
 */
export function createHostConfigApi(
  settings: ConnectionSettings,
  {
    clock = systemClock,
    startTimer = systemTimer,
    random = Math.random,
    dispatcher,
    onRetry = () => undefined,
    userAgent,
  }: HostConfigApiDependencies = {},
): OpenHostConfigApi {
  const { baseUrl, maxConcurrentRequests, maxRetries } = settings;
  const requestTimeout = settings.requestTimeout * 1000;
  const pool = dispatcher ?? makeDispatcher(baseUrl, maxConcurrentRequests, requestTimeout);
  const service = new ServiceClient({
    baseUrl,
    token: settings.token,
    otherTokenInEnvironment: settings.otherTokenInEnvironment ?? (() => false),
    maxConcurrentRequests,
    requestTimeout,
    maxRetries,
    userAgent: userAgent ?? `pulumi-hostconfig/${packageVersion}`,
    dispatcher: pool,
    clock,
    startTimer,
    random,
    onRetry,
  });

  const get = <T>(
    path: string,
    subject: string,
    shape: z.ZodType<T>,
    options?: CallOptions,
    absent?: () => T,
  ) =>
    service.send(
      {
        method: "GET",
        path,
        subject,
        repeatability: "read",
        read: (answer, context) => readAnswer(answer, context, shape),
        absent,
      },
      options,
    );

  const getPage = <T extends { id: number }>(
    path: string,
    subject: string,
    item: z.ZodType<T>,
    asked: {
      /** `undefined` leaves it to the service: 15. */
      size: number | undefined;
      page: number;
      search?: string | undefined;
      repeatability: Repeatability;
      /** Gets the size of each answer in bytes. */
      measured?: (bytes: number) => void;
    },
    options?: CallOptions,
  ) => {
    const size = asked.size === undefined ? {} : { size: String(asked.size) };
    const query = new URLSearchParams({ ...size, page: String(asked.page) });
    if (asked.search !== undefined && asked.search !== "") query.set("search", asked.search);
    const { repeatability, measured } = asked;
    return service.send(
      {
        method: "GET",
        path,
        query,
        subject,
        repeatability,
        read: (answer, context) => {
          measured?.(answer.body.length);
          return readAnswer(answer, context, list(item));
        },
      },
      options,
    );
  };

  /** What lists are asked for in one page, until the service refuses it. */
  let listSize: number | undefined = pageSize;

  const getList = <T extends { id: number }>(
    path: string,
    subject: string,
    item: z.ZodType<T>,
    { search }: ListFilter = {},
    options?: CallOptions,
  ) => {
    let received = 0;
    const endless = (reason: string) =>
      new InvalidResponseError({
        endpoint: `GET ${path}`,
        address: baseUrl,
        status: 200,
        mayHaveHappened: false,
        transient: false,
        reason,
      });
    const measured = (bytes: number) => {
      received += bytes;
      if (received > largestList) throw endless("the list is larger than 512 MB, which is not read");
    };
    // All pages of a walk have one size.
    let size = listSize;
    const readPage = (page: number) =>
      getPage(path, subject, item, { size, page, search, repeatability: "read", measured }, options);
    return readAllPages(async (page) => {
      if (page > 1) return readPage(page);
      received = 0;
      try {
        return await readPage(page);
      } catch (error) {
        if (size === undefined || !mayRefuseSize(error)) throw error;
        size = undefined;
        const first = await readPage(page);
        listSize = undefined;
        return first;
      }
    }, endless);
  };

  const together = <T extends Listed>(
    kind: "host" | "group",
    shape: z.ZodType<T>,
    lasting: RecordSource<T>["lasting"],
  ) =>
    new ReadingTogether<T>(
      {
        single: (id, options) => get(`/api/v1/${kind}s/${id}`, `${kind} ${id}`, shape, options),
        page: (clientId, size, page) => {
          const path = clientId === undefined ? `/api/v1/${kind}s` : `/api/v1/clients/${clientId}/${kind}s`;
          return getPage(path, `list of ${kind}s`, shape, { size, page, repeatability: "once" });
        },
        lasting,
      },
      clock,
    );
  const hostReads = together("host", host, withoutMonitoring);
  const groupReads = together("group", group, withoutClient);

  /** What lists have said before a write, or while it was under way, may not be true any more. */
  const write = async <T>(request: ApiRequest<T>, options?: CallOptions): Promise<T> => {
    const forget = () => {
      hostReads.forget();
      groupReads.forget();
    };
    forget();
    try {
      return await service.send(request, options);
    } finally {
      forget();
    }
  };

  const save = (
    path: string,
    subject: string,
    body: JsonObject,
    secrets: readonly string[],
    options?: CallOptions,
  ) =>
    write(
      { method: "POST", path, subject, body, secrets, repeatability: "save", read: acceptAnswer },
      options,
    );

  return {
    baseUrl,

    listClients: (filter, options) => getList("/api/v1/clients", "list of clients", client, filter, options),
    getClient: (id, options) => get(`/api/v1/clients/${id}`, `client ${id}`, client, options),
    listClientHosts: (id, filter, options) =>
      getList(`/api/v1/clients/${id}/hosts`, `client ${id}`, host, filter, options),
    listClientGroups: (id, filter, options) =>
      getList(`/api/v1/clients/${id}/groups`, `client ${id}`, group, filter, options),

    listHosts: (filter, options) => getList("/api/v1/hosts", "list of hosts", host, filter, options),
    createHost: (newHost, options) =>
      write(
        {
          method: "POST",
          path: "/api/v1/hosts",
          subject: `client ${newHost.clientId}, or no endpoint that creates hosts`,
          body: newHostBody(newHost),
          secrets: [...leaves(newHost.jsonAdmin), ...yamlLeaves(newHost.yamlAdmin ?? "")],
          repeatability: "once",
          read: (answer, context) => readAnswer(answer, context, createdHost),
        },
        options,
      ),
    getHost: (id, options) => get(`/api/v1/hosts/${id}`, `host ${id}`, host, options),
    hostReads,
    saveHost: (id, { json, jsonAdmin }, options) =>
      save(
        `/api/v1/hosts/${id}`,
        `host ${id}`,
        { json, ...(jsonAdmin === undefined ? {} : { json_admin: jsonAdmin }) },
        [...leaves(jsonAdmin)],
        options,
      ),
    getDeployStatus: (id, options) =>
      get<DeployStatus | undefined>(
        `/api/v1/hosts/${id}/deploy`,
        `host ${id}`,
        deployStatusAnswer,
        options,
        () => undefined,
      ),
    startDeploy: (id, type, options) =>
      write(
        {
          method: "POST",
          path: `/api/v1/hosts/${id}/deploy`,
          subject: `host ${id}`,
          body: { type },
          repeatability: "once",
          read: acceptAnswer,
        },
        options,
      ),
    resetDeploy: (id, options) =>
      write(
        {
          method: "DELETE",
          path: `/api/v1/hosts/${id}/deploy`,
          subject: `host ${id}`,
          repeatability: "once",
          read: acceptAnswer,
        },
        options,
      ),
    getHostCredentials: (id, options) =>
      get(`/api/v1/hosts/${id}/credentials`, `host ${id}`, credentials, options),

    listGroups: (filter, options) => getList("/api/v1/groups", "list of groups", group, filter, options),
    getGroup: (id, options) => get(`/api/v1/groups/${id}`, `group ${id}`, group, options),
    groupReads,
    saveGroup: (id, json, options) => save(`/api/v1/groups/${id}`, `group ${id}`, { json }, [], options),

    getApiDescription: (options) => get("/api-docs/api-docs.json", "API description", jsonObject, options),

    get rateLimit() {
      return service.rateLimit;
    },

    async close() {
      service.close();
      if (dispatcher === undefined) await pool.destroy();
    },
  };
}

/** The live status changes from one read to the next. */
function withoutMonitoring(host: Host): unknown {
  return { ...host, monitoring: undefined };
}

/** A list always tells the client, a single group perhaps not. */
function withoutClient(group: Group): unknown {
  return { ...group, clientId: undefined };
}

/** `undefined` members are left out by JSON itself, but not allowed in a `JsonObject`. */
function newHostBody(newHost: NewHost): JsonObject {
  const { name, clientId, active, json, yaml, jsonAdmin, yamlAdmin } = newHost;
  return {
    name,
    client_id: clientId,
    ...(active === undefined ? {} : { active }),
    ...(json === undefined ? {} : { json }),
    ...(yaml === undefined ? {} : { yaml }),
    ...(jsonAdmin === undefined ? {} : { json_admin: jsonAdmin }),
    ...(yamlAdmin === undefined ? {} : { yaml_admin: yamlAdmin }),
  };
}
