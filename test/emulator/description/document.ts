import type { FastifyInstance } from "fastify";
import type { JsonObject } from "../json";
import { clients, credentials, deploy, groups, hosts } from "./paths";
import { schemas } from "./schemas";

/** The service's machine description, as the reference says it is: simpler than the service in some places. */
export const document: JsonObject = {
  openapi: "3.0.3",
  info: {
    title: "Host Configuration and Deployment REST API",
    version: "v1",
    description: "Clients, groups and hosts: reading them, saving their configuration, deploying hosts.",
  },
  security: [{ token: [] }],
  tags: [{ name: "Clients" }, { name: "Hosts" }, { name: "Groups" }],
  paths: { ...clients, ...hosts, ...deploy, ...credentials, ...groups },
  components: {
    securitySchemes: {
      token: {
        type: "apiKey",
        in: "header",
        name: "Authorization",
        description: "A personal access token, in the form `Bearer {token}`.",
      },
    },
    schemas,
  },
};

/** Serves the description. Like the explorer, it needs no token. */
export function describeService(app: FastifyInstance): void {
  const path = "/api-docs/api-docs.json";
  const text = JSON.stringify(document);
  app.get(path, { config: { pattern: path } }, (_request, reply) => {
    void reply.type("application/json; charset=utf-8").send(text);
  });
}
