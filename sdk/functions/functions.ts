import type * as pulumi from "@pulumi/pulumi";
import {
  callFunction,
  callFunctionOutput,
  type ArgsOf,
  type FunctionName,
  type OutputArgsOf,
  type ResultOf,
} from "./callFunction";

type Call<Name extends FunctionName> = (
  args: ArgsOf<Name>,
  opts?: pulumi.InvokeOptions,
) => Promise<ResultOf<Name>>;

type OutputCall<Name extends FunctionName> = (
  args: OutputArgsOf<Name>,
  opts?: pulumi.InvokeOutputOptions,
) => pulumi.Output<ResultOf<Name>>;

/** Of a function that needs no arguments. */
type ListCall<Name extends FunctionName> = (
  args?: ArgsOf<Name>,
  opts?: pulumi.InvokeOptions,
) => Promise<ResultOf<Name>>;

type ListOutputCall<Name extends FunctionName> = (
  args?: OutputArgsOf<Name>,
  opts?: pulumi.InvokeOutputOptions,
) => pulumi.Output<ResultOf<Name>>;

/** Arguments of `getClient`. */
export type GetClientArgs = ArgsOf<"getClient">;

/** Arguments of `getClientOutput`. */
export type GetClientOutputArgs = OutputArgsOf<"getClient">;

/** What `getClient` returns. */
export type GetClientResult = ResultOf<"getClient">;

/** Reads a client: an account that owns groups and hosts. */
export const getClient: Call<"getClient"> = called("getClient");

/** Reads a client: an account that owns groups and hosts. Takes outputs of resources as arguments. */
export const getClientOutput: OutputCall<"getClient"> = calledForOutput("getClient");

/** Arguments of `getClients`. */
export type GetClientsArgs = ArgsOf<"getClients">;

/** Arguments of `getClientsOutput`. */
export type GetClientsOutputArgs = OutputArgsOf<"getClients">;

/** What `getClients` returns. */
export type GetClientsResult = ResultOf<"getClients">;

/** Lists the clients that the token may see, every page, in the order of their ids. */
export const getClients: ListCall<"getClients"> = called("getClients");

/**
 * Lists the clients that the token may see, every page, in the order of their ids. Takes outputs of resources as
 * arguments.
 */
export const getClientsOutput: ListOutputCall<"getClients"> = calledForOutput("getClients");

/** Arguments of `getHost`. */
export type GetHostArgs = ArgsOf<"getHost">;

/** Arguments of `getHostOutput`. */
export type GetHostOutputArgs = OutputArgsOf<"getHost">;

/** What `getHost` returns. */
export type GetHostResult = ResultOf<"getHost">;

/**
 * Reads a host and its saved configuration, by its id or by its name.
 *
 * The result is plain data: `json` may hold secrets, and nothing marks them. In doubt take `getHostOutput`.
 */
export const getHost: Call<"getHost"> = called("getHost");

/**
 * Reads a host and its saved configuration, by its id or by its name. Takes outputs of resources as arguments. The
 * result is a secret, since `json` may hold some.
 */
export const getHostOutput: OutputCall<"getHost"> = calledForOutput("getHost");

/** Arguments of `getHosts`. */
export type GetHostsArgs = ArgsOf<"getHosts">;

/** Arguments of `getHostsOutput`. */
export type GetHostsOutputArgs = OutputArgsOf<"getHosts">;

/** What `getHosts` returns. */
export type GetHostsResult = ResultOf<"getHosts">;

/** Lists the hosts that the token may see, every page, in the order of their ids, without their configurations. */
export const getHosts: ListCall<"getHosts"> = called("getHosts");

/**
 * Lists the hosts that the token may see, every page, in the order of their ids, without their configurations. Takes
 * outputs of resources as arguments.
 */
export const getHostsOutput: ListOutputCall<"getHosts"> = calledForOutput("getHosts");

/** Arguments of `getGroup`. */
export type GetGroupArgs = ArgsOf<"getGroup">;

/** Arguments of `getGroupOutput`. */
export type GetGroupOutputArgs = OutputArgsOf<"getGroup">;

/** What `getGroup` returns. */
export type GetGroupResult = ResultOf<"getGroup">;

/**
 * Reads a group and its saved configuration, by its id or by its name.
 *
 * The result is plain data: `json` may hold secrets, and nothing marks them. In doubt take `getGroupOutput`.
 */
export const getGroup: Call<"getGroup"> = called("getGroup");

/**
 * Reads a group and its saved configuration, by its id or by its name. Takes outputs of resources as arguments. The
 * result is a secret, since `json` may hold some.
 */
export const getGroupOutput: OutputCall<"getGroup"> = calledForOutput("getGroup");

/** Arguments of `getGroups`. */
export type GetGroupsArgs = ArgsOf<"getGroups">;

/** Arguments of `getGroupsOutput`. */
export type GetGroupsOutputArgs = OutputArgsOf<"getGroups">;

/** What `getGroups` returns. */
export type GetGroupsResult = ResultOf<"getGroups">;

/** Lists the groups that the token may see, every page, in the order of their ids, without their configurations. */
export const getGroups: ListCall<"getGroups"> = called("getGroups");

/**
 * Lists the groups that the token may see, every page, in the order of their ids, without their configurations. Takes
 * outputs of resources as arguments.
 */
export const getGroupsOutput: ListOutputCall<"getGroups"> = calledForOutput("getGroups");

/** Arguments of `getDeployStatus`. */
export type GetDeployStatusArgs = ArgsOf<"getDeployStatus">;

/** Arguments of `getDeployStatusOutput`. */
export type GetDeployStatusOutputArgs = OutputArgsOf<"getDeployStatus">;

/** What `getDeployStatus` returns. */
export type GetDeployStatusResult = ResultOf<"getDeployStatus">;

/** Reads the status of a host's latest deployment; `status` is undefined for a host that was never deployed. */
export const getDeployStatus: Call<"getDeployStatus"> = called("getDeployStatus");

/**
 * Reads the status of a host's latest deployment; `status` is undefined for a host that was never deployed. Takes
 * outputs of resources as arguments.
 */
export const getDeployStatusOutput: OutputCall<"getDeployStatus"> = calledForOutput("getDeployStatus");

/** Arguments of `getHostCredentials`. */
export type GetHostCredentialsArgs = ArgsOf<"getHostCredentials">;

/** Arguments of `getHostCredentialsOutput`. */
export type GetHostCredentialsOutputArgs = OutputArgsOf<"getHostCredentials">;

/** What `getHostCredentials` returns. */
export type GetHostCredentialsResult = ResultOf<"getHostCredentials">;

/**
 * Reads a host's access data.
 *
 * **Take `getHostCredentialsOutput` instead wherever you can.** This form returns the passwords as plain data: handed
 * to a resource or exported without `pulumi.secret`, they stand readable in the state and on the screen.
 */
export const getHostCredentials: Call<"getHostCredentials"> = called("getHostCredentials");

/**
 * Reads a host's access data. Takes outputs of resources as arguments. Everything in it is secret, in the state and
 * on the screen too.
 */
export const getHostCredentialsOutput: OutputCall<"getHostCredentials"> =
  calledForOutput("getHostCredentials");

function called<Name extends FunctionName>(name: Name) {
  return (args?: ArgsOf<Name>, opts?: pulumi.InvokeOptions): Promise<ResultOf<Name>> =>
    callFunction(name, { ...args } as ArgsOf<Name>, opts);
}

function calledForOutput<Name extends FunctionName>(name: Name) {
  return (args?: OutputArgsOf<Name>, opts?: pulumi.InvokeOutputOptions): pulumi.Output<ResultOf<Name>> =>
    callFunctionOutput(name, { ...args } as OutputArgsOf<Name>, opts);
}
