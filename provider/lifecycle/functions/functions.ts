import type { FunctionDefinition } from "./functionDefinition";
import { getClient } from "./getClient";
import { getClients } from "./getClients";
import { getDeployStatus } from "./getDeployStatus";
import { getGroup } from "./getGroup";
import { getGroups } from "./getGroups";
import { getHost } from "./getHost";
import { getHostCredentials } from "./getHostCredentials";
import { getHosts } from "./getHosts";

/** Every function, by its name. */
export const functions = {
  getClient,
  getClients,
  getHost,
  getHosts,
  getGroup,
  getGroups,
  getDeployStatus,
  getHostCredentials,
} as const satisfies Record<string, FunctionDefinition>;

export type Functions = typeof functions;
export type FunctionName = keyof Functions;

/** The function of this name; `undefined` where there is none. */
export function functionNamed(name: string): FunctionDefinition | undefined {
  return Object.hasOwn(functions, name) ? functions[name as FunctionName] : undefined;
}
