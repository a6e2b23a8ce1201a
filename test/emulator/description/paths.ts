import type { JsonObject } from "../json";
import { answers, id, jsonBody, listOf, listParameters, one } from "./parts";

export const clients: JsonObject = {
  "/api/v1/clients": {
    get: {
      tags: ["Clients"],
      summary: "List clients",
      parameters: listParameters("Name, email, company or ID, in part"),
      responses: answers({ 200: listOf("Client") }),
    },
  },
  "/api/v1/clients/{id}": {
    get: {
      tags: ["Clients"],
      summary: "Read a client",
      parameters: [id],
      responses: answers({ 200: one("Client") }),
    },
  },
  "/api/v1/clients/{id}/hosts": {
    get: {
      tags: ["Clients"],
      summary: "List the active hosts of a client",
      parameters: [id, ...listParameters("Host name, in part")],
      responses: answers({ 200: listOf("Host") }),
    },
  },
  "/api/v1/clients/{id}/groups": {
    get: {
      tags: ["Clients"],
      summary: "List the groups of a client",
      parameters: [id, ...listParameters("Group name, in part")],
      responses: answers({ 200: listOf("Group") }),
    },
  },
};

export const hosts: JsonObject = {
  "/api/v1/hosts": {
    get: {
      tags: ["Hosts"],
      summary: "List hosts",
      parameters: listParameters("Name, in part"),
      responses: answers({ 200: listOf("Host") }),
    },
    post: {
      tags: ["Hosts"],
      summary: "Create a host (admin only)",
      requestBody: jsonBody("NewHost", { name: "web1.example.com", client_id: 1, json: {} }),
      responses: answers({ 201: one("Created"), 403: null, 422: null }),
    },
  },
  "/api/v1/hosts/{id}": {
    get: {
      tags: ["Hosts"],
      summary: "Read a host",
      parameters: [id],
      responses: answers({ 200: one("Host") }),
    },
    post: {
      tags: ["Hosts"],
      summary: "Save a host's configuration, without deploying it",
      parameters: [id],
      requestBody: jsonBody("HostConfiguration", { json: { web_server: "nginx" } }),
      responses: answers({ 200: one("Message"), 403: null, 404: null }),
    },
  },
};

export const deploy: JsonObject = {
  "/api/v1/hosts/{id}/deploy": {
    get: {
      tags: ["Hosts"],
      summary: "Read the deploy status",
      parameters: [id],
      responses: answers({ 200: one("DeployStatus"), 403: null, 404: one("Error") }),
    },
    post: {
      tags: ["Hosts"],
      summary: "Start a deployment",
      parameters: [id],
      requestBody: jsonBody("DeployRequest", { type: "deploy" }),
      responses: answers({ 200: one("Message"), 400: one("Error"), 403: null, 404: null }),
    },
    delete: {
      tags: ["Hosts"],
      summary: "Reset the deploy state",
      parameters: [id],
      responses: answers({ 200: {} }),
    },
  },
};

export const credentials: JsonObject = {
  "/api/v1/hosts/{id}/credentials": {
    get: {
      tags: ["Hosts"],
      summary: "Read a host's credentials",
      parameters: [id],
      responses: answers({ 200: one("Credentials"), 401: null, 403: null, 404: null, 500: null }),
    },
  },
};

export const groups: JsonObject = {
  "/api/v1/groups": {
    get: {
      tags: ["Groups"],
      summary: "List groups",
      parameters: listParameters("Name, in part"),
      responses: answers({ 200: listOf("Group") }),
    },
  },
  "/api/v1/groups/{id}": {
    get: {
      tags: ["Groups"],
      summary: "Read a group",
      parameters: [id],
      responses: answers({ 200: one("Group") }),
    },
    post: {
      tags: ["Groups"],
      summary: "Save a group's configuration",
      parameters: [id],
      requestBody: jsonBody("GroupConfiguration", { json: { cache: true } }),
      responses: answers({ 200: one("Message"), 403: one("Error"), 404: one("Error") }),
    },
  },
};
