import { getClient, getClients } from "./clients";
import type { FunctionDefinition } from "./definition";
import { getGroup, getGroups } from "./groups";
import { getDeployStatus, getHost, getHostCredentials, getHosts } from "./hosts";

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
