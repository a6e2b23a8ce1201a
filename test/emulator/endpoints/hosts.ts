import type { FastifyInstance } from "fastify";
import type { Call } from "../http/endpoint";
import { endpoint } from "../http/endpoint";
import { pageOf, searching } from "../http/pages";
import { reachHost } from "../http/reaching";
import { invalid, Refusal } from "../http/refusal";
import { hostShape } from "../http/shapes";
import { isObject } from "../json";
import { mayReach } from "../model/access";
import type { Service } from "../model/service";
import { configurationObject, savedConfiguration } from "./configuration";
import { newHost } from "./newHost";

/** Hosts: list, create, read and save. */
export function serveHosts(app: FastifyInstance, service: Service): void {
  const { store, readings, clock } = service;

  endpoint(app, service, "GET", "/api/v1/hosts", ({ caller, query }) => {
    const matches = searching(query);
    const hosts = [...store.hosts.values()].filter(
      ({ clientId, active, name }) =>
        mayReach(caller, clientId) && (active || caller.access !== "client") && matches(name),
    );
    return pageOf(
      hosts,
      ({ name }) => name,
      query,
      readings,
      (host) => hostShape(host, "list", readings),
    );
  });

  endpoint(app, service, "POST", "/api/v1/hosts", ({ caller, body }) => {
    if (caller.access !== "admin") throw new Refusal(403, "Forbidden", "empty");
    const { id } = store.addHost(newHost(body, service), clock.now());
    return { status: 201, body: { id, message: "Host created" } };
  });

  endpoint(app, service, "GET", "/api/v1/hosts/{id}", ({ caller, id }) => ({
    status: 200,
    body: hostShape(reachHost(service, caller, id), "single", readings),
  }));

  endpoint(app, service, "POST", "/api/v1/hosts/{id}", (call) => {
    const host = reachHost(service, call.caller, call.id);
    const jsonAdmin = adminConfiguration(call, service);
    host.json = savedConfiguration(call.body, readings) ?? host.json;
    host.jsonAdmin = jsonAdmin ?? host.jsonAdmin;
    host.updatedAt = clock.now();
    return { status: 200, body: { message: "Host saved" } };
  });
}

/** The admin-level configuration of a save; null where there is none to write. */
function adminConfiguration({ body, caller }: Call, { readings }: Service) {
  const jsonAdmin = isObject(body) ? body["json_admin"] : undefined;
  if (jsonAdmin === undefined) return null;
  if (caller.access !== "admin") {
    if (readings.jsonAdminFromClient === "ignored") return null;
    throw new Refusal(403, "Forbidden", "empty");
  }
  const object = configurationObject(jsonAdmin, readings);
  if (object === null) throw invalid({ json_admin: ["The json_admin field must be an object."] });
  return object;
}
