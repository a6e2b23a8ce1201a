import type { FastifyInstance } from "fastify";
import { endpoint } from "../http/endpoint";
import { pageOf, searching } from "../http/pages";
import { reachClient } from "../http/reaching";
import { clientShape, groupShape, hostShape } from "../http/shapes";
import { mayReach, type Token } from "../model/access";
import type { ClientRecord } from "../model/records";
import type { Service } from "../model/service";

/** The four endpoints under `/clients`. */
export function serveClients(app: FastifyInstance, service: Service): void {
  const { store, readings } = service;

  endpoint(app, service, "GET", "/api/v1/clients", ({ caller, query }) => {
    const matches = searching(query);
    const clients = [...store.clients.values()].filter(
      ({ id, firstname, lastname, email, company }) =>
        mayReach(caller, id) && matches(`${firstname} ${lastname}`, email, company, String(id)),
    );
    return pageOf(
      clients,
      ({ lastname }) => lastname,
      query,
      readings,
      (client) => clientShape(client, readings),
    );
  });

  endpoint(app, service, "GET", "/api/v1/clients/{id}", ({ caller, id }) => ({
    status: 200,
    body: clientShape(reachClient(service, caller, id), readings),
  }));

  endpoint(app, service, "GET", "/api/v1/clients/{id}/hosts", ({ caller, id, query }) => {
    const client = clientOfList(service, caller, id);
    const matches = searching(query);
    const hosts = [...store.hosts.values()].filter(
      ({ clientId, active, name }) => clientId === client?.id && active && matches(name),
    );
    return pageOf(
      hosts,
      ({ name }) => name,
      query,
      readings,
      (host) => hostShape(host, "list", readings),
    );
  });

  endpoint(app, service, "GET", "/api/v1/clients/{id}/groups", ({ caller, id, query }) => {
    const client = clientOfList(service, caller, id);
    const matches = searching(query);
    const groups = [...store.groups.values()].filter(
      ({ clientId, name }) => clientId === client?.id && matches(name),
    );
    return pageOf(
      groups,
      ({ name }) => name,
      query,
      readings,
      (group) => groupShape(group, "list", readings),
    );
  });
}

/** The client whose hosts or groups are listed; `undefined` for nobody, where that is an empty list. */
function clientOfList(service: Service, caller: Token, id: number): ClientRecord | undefined {
  const client = service.store.clients.get(id);
  const reachable = client !== undefined && mayReach(caller, id);
  if (!reachable && service.readings.listsOfNobody === "empty") return undefined;
  return reachClient(service, caller, id);
}
