import * as pulumi from "@pulumi/pulumi";
import type * as inProcess from "../functions";
import { pluginOptions } from "./pluginResource";

// Name by name: older compilers know no `export type *`.
export type {
  GetClientArgs,
  GetClientOutputArgs,
  GetClientResult,
  GetClientsArgs,
  GetClientsOutputArgs,
  GetClientsResult,
  GetHostArgs,
  GetHostOutputArgs,
  GetHostResult,
  GetHostsArgs,
  GetHostsOutputArgs,
  GetHostsResult,
  GetGroupArgs,
  GetGroupOutputArgs,
  GetGroupResult,
  GetGroupsArgs,
  GetGroupsOutputArgs,
  GetGroupsResult,
  GetDeployStatusArgs,
  GetDeployStatusOutputArgs,
  GetDeployStatusResult,
  GetHostCredentialsArgs,
  GetHostCredentialsOutputArgs,
  GetHostCredentialsResult,
} from "../functions";

/** Reads a client: an account that owns groups and hosts. */
export const getClient: typeof inProcess.getClient = called("getClient");

/** Reads a client: an account that owns groups and hosts. Takes outputs of resources as arguments. */
export const getClientOutput: typeof inProcess.getClientOutput = calledForOutput("getClient");

/** Lists the clients that the token may see, every page, in the order of their ids. */
export const getClients: typeof inProcess.getClients = called("getClients");

/**
 * Lists the clients that the token may see, every page, in the order of their ids. Takes outputs of resources as
 * arguments.
 */
export const getClientsOutput: typeof inProcess.getClientsOutput = calledForOutput("getClients");

/**
 * Reads a host and its saved configuration, by its id or by its name.
 *
 * The result is plain data: `json` may hold secrets, and nothing marks them. In doubt take `getHostOutput`.
 */
export const getHost: typeof inProcess.getHost = called("getHost");

/**
 * Reads a host and its saved configuration, by its id or by its name. Takes outputs of resources as arguments. The
 * result is a secret, since `json` may hold some.
 */
export const getHostOutput: typeof inProcess.getHostOutput = calledForOutput("getHost");

/** Lists the hosts that the token may see, every page, in the order of their ids, without their configurations. */
export const getHosts: typeof inProcess.getHosts = called("getHosts");

/**
 * Lists the hosts that the token may see, every page, in the order of their ids, without their configurations. Takes
 * outputs of resources as arguments.
 */
export const getHostsOutput: typeof inProcess.getHostsOutput = calledForOutput("getHosts");

/**
 * Reads a group and its saved configuration, by its id or by its name.
 *
 * The result is plain data: `json` may hold secrets, and nothing marks them. In doubt take `getGroupOutput`.
 */
export const getGroup: typeof inProcess.getGroup = called("getGroup");

/**
 * Reads a group and its saved configuration, by its id or by its name. Takes outputs of resources as arguments. The
 * result is a secret, since `json` may hold some.
 */
export const getGroupOutput: typeof inProcess.getGroupOutput = calledForOutput("getGroup");

/** Lists the groups that the token may see, every page, in the order of their ids, without their configurations. */
export const getGroups: typeof inProcess.getGroups = called("getGroups");

/**
 * Lists the groups that the token may see, every page, in the order of their ids, without their configurations. Takes
 * outputs of resources as arguments.
 */
export const getGroupsOutput: typeof inProcess.getGroupsOutput = calledForOutput("getGroups");

/** Reads the status of a host's latest deployment; `status` is undefined for a host that was never deployed. */
export const getDeployStatus: typeof inProcess.getDeployStatus = called("getDeployStatus");

/**
 * Reads the status of a host's latest deployment; `status` is undefined for a host that was never deployed. Takes
 * outputs of resources as arguments.
 */
export const getDeployStatusOutput: typeof inProcess.getDeployStatusOutput =
  calledForOutput("getDeployStatus");

/**
 * Reads a host's access data.
 *
 * **Take `getHostCredentialsOutput` instead wherever you can.** This form returns the passwords as plain data: handed
 * to a resource or exported without `pulumi.secret`, they stand readable in the state and on the screen.
 */
export const getHostCredentials: typeof inProcess.getHostCredentials = called("getHostCredentials");

/**
 * Reads a host's access data. Takes outputs of resources as arguments. Everything in it is secret, in the state and
 * on the screen too.
 */
export const getHostCredentialsOutput: typeof inProcess.getHostCredentialsOutput =
  calledForOutput("getHostCredentials");

/** A function that the plugin runs, with arguments that are known. */
function called<Result>(name: string) {
  return (args?: object, opts?: pulumi.InvokeOptions): Promise<Result> =>
    pulumi.runtime.invoke(
      `hostconfig:index:${name}`,
      { ...args },
      pulumi.mergeOptions(pluginOptions, opts),
    ) as Promise<Result>;
}

/** A function that the plugin runs once its arguments are known. */
function calledForOutput<Result>(name: string) {
  return (args?: object, opts?: pulumi.InvokeOutputOptions): pulumi.Output<Result> =>
    pulumi.runtime.invokeOutput<Result>(
      `hostconfig:index:${name}`,
      { ...args },
      pulumi.mergeOptions(pluginOptions, opts),
    );
}
