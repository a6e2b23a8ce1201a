import type { FunctionDefinition } from "./definition";
import { getDeployStatus, getHostCredentials } from "./hosts";
import { getClient, getClients, getGroup, getGroups, getHost, getHosts } from "./lookups";

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
