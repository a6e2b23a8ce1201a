import type { FastifyInstance } from "fastify";
import { endpoint } from "../http/endpoint";
import { pageOf, searching } from "../http/pages";
import { reachGroup } from "../http/reaching";
import { groupShape } from "../http/shapes";
import { mayReach } from "../model/access";
import type { Service } from "../model/service";
import { savedConfiguration } from "./configuration";

/** The three endpoints under `/groups`. */
export function serveGroups(app: FastifyInstance, service: Service): void {
  const { store, readings, clock } = service;

  endpoint(app, service, "GET", "/api/v1/groups", ({ caller, query }) => {
    const matches = searching(query);
    const groups = [...store.groups.values()].filter(
      ({ clientId, name }) => mayReach(caller, clientId) && matches(name),
    );
    return pageOf(
      groups,
      ({ name }) => name,
      query,
      readings,
      (group) => groupShape(group, "list", readings),
    );
  });

  endpoint(app, service, "GET", "/api/v1/groups/{id}", ({ caller, id }) => ({
    status: 200,
    body: groupShape(reachGroup(service, caller, id), "single", readings),
  }));

  endpoint(app, service, "POST", "/api/v1/groups/{id}", ({ caller, id, body }) => {
    const group = reachGroup(service, caller, id, { forbidden: "error", notFound: "error" });
    // Both descriptions require `json` here.
    group.json = savedConfiguration(body, { ...readings, jsonRequired: true }) ?? group.json;
    group.updatedAt = clock.now();
    const message = "Group saved";
    return { status: 200, body: readings.groupSave === "messageAndId" ? { message, id } : { message } };
  });
}
