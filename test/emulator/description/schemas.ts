import type { JsonObject } from "../json";

const text: JsonObject = { type: "string" };
const integer: JsonObject = { type: "integer" };
const date: JsonObject = { type: "string", format: "date-time" };
const object: JsonObject = { type: "object" };
const user: JsonObject = {
  type: "object",
  properties: { user: text, password: { type: "string", nullable: true } },
};

/** The schemas that the paths refer to. */
export const schemas: JsonObject = {
  Client: {
    type: "object",
    properties: {
      id: integer,
      firstname: text,
      lastname: text,
      email: text,
      created_at: date,
      updated_at: date,
    },
  },
  Host: {
    type: "object",
    properties: {
      id: integer,
      client_id: integer,
      active: integer,
      name: text,
      json: { type: "string", description: "Stored configuration" },
      created_at: date,
      updated_at: date,
      monitoring: {
        type: "object",
        description: "Live server status, where there is one",
        properties: { load: object, disk: object, memory: object },
      },
    },
  },
  Group: {
    type: "object",
    properties: {
      id: integer,
      client_id: integer,
      name: text,
      json: { type: "string", description: "Stored configuration" },
      created_at: date,
      updated_at: date,
    },
  },
  DeployStatus: {
    type: "object",
    properties: {
      publishing: { type: "boolean" },
      publishing_status: { type: "string", enum: ["deploy", "published", "error", "timeout", "canceled"] },
    },
  },
  Credentials: {
    type: "object",
    properties: {
      hostname: text,
      master_user: user,
      admin_user: user,
      facts: object,
      network: object,
      platform: object,
      system_users: { type: "array", items: object },
      ftp_users: { type: "array", items: object },
    },
  },
  NewHost: {
    type: "object",
    required: ["name", "client_id"],
    properties: {
      name: text,
      client_id: integer,
      active: { type: "boolean" },
      json: object,
      yaml: text,
      json_admin: object,
      yaml_admin: text,
    },
  },
  HostConfiguration: {
    type: "object",
    properties: {
      json: { type: "object", description: "Client configuration" },
      json_admin: { type: "object", description: "Admin configuration, for admin-access tokens only" },
    },
  },
  GroupConfiguration: { type: "object", required: ["json"], properties: { json: object } },
  DeployRequest: {
    type: "object",
    required: ["type"],
    properties: { type: { type: "string", enum: ["deploy", "fullDeploy", "fullDeleteDeploy"] } },
  },
  Created: { type: "object", properties: { id: integer, message: text } },
  Message: { type: "object", properties: { message: text } },
  Error: { type: "object", properties: { error: text } },
};
