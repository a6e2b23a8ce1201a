import type { FastifyInstance } from "fastify";
import { endpoint } from "../http/endpoint";
import { reachHost } from "../http/reaching";
import type { Service } from "../model/service";

/** The credentials of a host; its chief users only for admin-access and cms-access tokens. */
export function serveCredentials(app: FastifyInstance, service: Service): void {
  endpoint(app, service, "GET", "/api/v1/hosts/{id}/credentials", ({ caller, id }) => {
    const { hostname, master_user, admin_user, ...rest } = reachHost(service, caller, id).credentials;
    if (caller.access === "client") return { status: 200, body: { hostname, ...rest } };
    const chiefs = {
      master_user: { ...master_user },
      ...(admin_user === null ? {} : { admin_user: { ...admin_user } }),
    };
    return { status: 200, body: { hostname, ...chiefs, ...rest } };
  });
}
