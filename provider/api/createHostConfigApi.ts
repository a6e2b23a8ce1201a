import type { Dispatcher } from "undici";
import type { z } from "zod";
import type { Clock } from "./clock";
import { makeDispatcher } from "./dispatcher";
import type { CallOptions, HostConfigApi, ListFilter, NewHost } from "./hostConfigApi";
import type { JsonObject } from "./json";
import { InvalidResponseError } from "./errors";
import type { RateLimit } from "./pace";
import { largestList, pageSize, readAllPages } from "./pages";
import { acceptAnswer, readAnswer } from "./readAnswer";
import { leaves, yamlLeaves } from "./redact";
import { ServiceClient } from "./serviceClient";
import type { ConnectionSettings } from "./settings";
import { client } from "./shapes/client";
import { createdHost } from "./shapes/createdHost";
import { credentials } from "./shapes/credentials";
import { deployStatusAnswer } from "./shapes/deployStatus";
import { jsonObject } from "./shapes/fields";
import { group } from "./shapes/group";
import { host } from "./shapes/host";
import { list } from "./shapes/list";
import { systemClock } from "./systemClock";
import { systemTimer, type Timer } from "./timer";
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
    userAgent,
  }: HostConfigApiDependencies = {},
): OpenHostConfigApi {
  const { baseUrl, maxConcurrentRequests, maxRetries } = settings;
  const requestTimeout = settings.requestTimeout * 1000;
  const pool = dispatcher ?? makeDispatcher(baseUrl, maxConcurrentRequests, requestTimeout);
  const service = new ServiceClient({
    baseUrl,
    token: settings.token,
    maxConcurrentRequests,
    requestTimeout,
    maxRetries,
    userAgent: userAgent ?? `pulumi-hostconfig/${packageVersion}`,
    dispatcher: pool,
    clock,
    startTimer,
    random,
  });

  const get = <T>(path: string, subject: string, shape: z.ZodType<T>, options?: CallOptions) =>
    service.send(
      {
        method: "GET",
        path,
        subject,
        repeatability: "read",
        read: (answer, context) => readAnswer(answer, context, shape),
      },
      options,
    );

  const getList = <T extends { id: number }>(
    path: string,
    subject: string,
    item: z.ZodType<T>,
    filter: ListFilter = {},
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
    return readAllPages((page) => {
      if (page === 1) received = 0;
      const query = new URLSearchParams({ size: String(pageSize), page: String(page) });
      if (filter.search !== undefined && filter.search !== "") query.set("search", filter.search);
      return service.send(
        {
          method: "GET",
          path,
          query,
          subject,
          repeatability: "read",
          read: (answer, context) => {
            received += answer.body.length;
            if (received > largestList) throw endless("the list is larger than 512 MB, which is not read");
            return readAnswer(answer, context, list(item));
          },
        },
        options,
      );
    }, endless);
  };

  const save = (
    path: string,
    subject: string,
    body: JsonObject,
    secrets: readonly string[],
    options?: CallOptions,
  ) =>
    service.send(
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
      service.send(
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
    saveHost: (id, { json, jsonAdmin }, options) =>
      save(
        `/api/v1/hosts/${id}`,
        `host ${id}`,
        { json, ...(jsonAdmin === undefined ? {} : { json_admin: jsonAdmin }) },
        [...leaves(jsonAdmin)],
        options,
      ),
    getDeployStatus: (id, options) =>
      get(
        `/api/v1/hosts/${id}/deploy`,
        `host ${id}, or the host has no deployment history`,
        deployStatusAnswer,
        options,
      ),
    startDeploy: (id, type, options) =>
      service.send(
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
      service.send(
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
