import { z } from "zod";
import { readAs } from "./answers";
import type { Calls, ListFilter } from "./calls";
import type { CallOptions } from "./client";
import type { JsonObject } from "./json";
import { leaves, yamlLeaves } from "./redact";
import {
  configuration,
  id,
  jsonObject,
  optionalFlag,
  optionalId,
  optionalObject,
  optionalText,
  record,
  text,
} from "./schemas";
import type { ReadsTogether } from "./sharedReads";

/** A server that is configured and deployed. */
export type Host = z.output<typeof host>;

export const host = record({
  id,
  client_id: optionalId,
  active: optionalFlag,
  name: text,
  /** The saved client-level configuration; `undefined` if a list leaves it out. */
  json: configuration.optional(),
  created_at: optionalText,
  updated_at: optionalText,
  /** Live server status, if the service has any. */
  monitoring: optionalObject,
});

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
  /** For admin-access tokens only; left out of the request if `undefined`. */
  jsonAdmin?: JsonObject | undefined;
}

/** Access data of a host. All of it is sensitive. */
export type HostCredentials = z.output<typeof credentials>;
export type UserCredentials = NonNullable<HostCredentials["masterUser"]>;

/** A user; what stands in the place of an object means none. */
const user = z
  .union([
    z.object({ user: text, password: optionalText.transform((value) => value ?? null) }),
    z.tuple([]).transform(() => undefined),
    z.object({ user: z.null().optional() }).transform(() => undefined),
  ])
  .nullish()
  .transform((value) => value ?? undefined);

const users = z
  .array(jsonObject, { error: "expected an array of objects" })
  .nullish()
  .transform((value) => value ?? []);

export const credentials = record({
  hostname: optionalText,
  master_user: user,
  admin_user: user,
  facts: optionalObject,
  network: optionalObject,
  platform: optionalObject,
  system_users: users,
  ftp_users: users,
});

export type HostEndpoints = ReturnType<typeof hostEndpoints>;

export function hostEndpoints(calls: Calls) {
  const path = (hostId: number) => `/api/v1/hosts/${hostId}`;
  /** `GET /api/v1/hosts/{id}` for a refresh; many at the same time may be answered from `GET /api/v1/hosts`. */
  const hostReads: ReadsTogether<Host> = calls.sharedReads("host", host, (read) => ({
    ...read,
    // It changes from one read to the next.
    monitoring: undefined,
  }));
  return {
    hostReads,

    /** `GET /api/v1/hosts`, every page; active hosts only for client-access tokens. */
    listHosts: (filter?: ListFilter, options?: CallOptions) =>
      calls.list("/api/v1/hosts", "list of hosts", host, filter, options),

    /** `GET /api/v1/hosts/{id}` */
    getHost: (hostId: number, options?: CallOptions) =>
      calls.get(path(hostId), `host ${hostId}`, host, options),

    /** `POST /api/v1/hosts` (admin-access tokens). Never sent twice by itself: look the host up before another try. */
    createHost: (newHost: NewHost, options?: CallOptions) => {
      const { name, clientId, active, json, yaml, jsonAdmin, yamlAdmin } = newHost;
      return calls.write(
        {
          method: "POST",
          path: "/api/v1/hosts",
          subject: `client ${clientId}, or no endpoint that creates hosts`,
          body: {
            name,
            client_id: clientId,
            active,
            json,
            yaml,
            json_admin: jsonAdmin,
            yaml_admin: yamlAdmin,
          },
          secrets: [...leaves(jsonAdmin), ...yamlLeaves(yamlAdmin ?? "")],
          repeatability: "once",
          read: readAs(z.object({ id })),
        },
        options,
      );
    },

    /** `POST /api/v1/hosts/{id}`: saves, does not deploy. */
    saveHost: (hostId: number, { json, jsonAdmin }: HostConfiguration, options?: CallOptions) => {
      const content = { body: { json, json_admin: jsonAdmin }, secrets: [...leaves(jsonAdmin)] };
      return calls.save(path(hostId), `host ${hostId}`, content, options);
    },

    /** `GET /api/v1/hosts/{id}/credentials` */
    getHostCredentials: (hostId: number, options?: CallOptions) =>
      calls.get(`${path(hostId)}/credentials`, `host ${hostId}`, credentials, options),
  };
}
