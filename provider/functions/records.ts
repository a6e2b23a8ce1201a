import { z } from "zod";
import type { Client, Group, Host } from "../api/hostConfigApi";
import { configurationObject } from "../config/configurationValue";

const createdAt = z.string().optional().describe("When it was created, as the service spells it.");
const updatedAt = z
  .string()
  .optional()
  .describe("When its record was changed last, as the service spells it.");

/** A client in a result. */
export const clientRecord = z.object({
  clientId: z.int().describe("Id of the client."),
  firstname: z.string().optional().describe("First name."),
  lastname: z.string().optional().describe("Last name."),
  email: z.string().optional().describe("E-mail address."),
  createdAt,
  updatedAt,
});

/** A host in a result, without its configuration. */
export const hostRecord = z.object({
  hostId: z.int().describe("Id of the host."),
  name: z.string().describe("Name of the host."),
  clientId: z.int().optional().describe("Client that owns the host."),
  active: z.boolean().optional().describe("Whether the host is active."),
  createdAt,
  updatedAt,
  monitoring: configurationObject
    .optional()
    .describe("Live server status with `load`, `disk` and `memory`, where the service has any."),
});

/** A group in a result, without its configuration. */
export const groupRecord = z.object({
  groupId: z.int().describe("Id of the group."),
  name: z.string().describe("Name of the group."),
  clientId: z.int().optional().describe("Client that owns the group, where the service tells it."),
  createdAt,
  updatedAt,
});

export function clientRecordOf(client: Client): z.infer<typeof clientRecord> {
  const { id, firstname, lastname, email, createdAt, updatedAt } = client;
  return { clientId: id, firstname, lastname, email, createdAt, updatedAt };
}

export function hostRecordOf(host: Host): z.infer<typeof hostRecord> {
  const { id, name, clientId, active, createdAt, updatedAt, monitoring } = host;
  return { hostId: id, name, clientId, active, createdAt, updatedAt, monitoring };
}

export function groupRecordOf(group: Group): z.infer<typeof groupRecord> {
  const { id, name, clientId, createdAt, updatedAt } = group;
  return { groupId: id, name, clientId, createdAt, updatedAt };
}
