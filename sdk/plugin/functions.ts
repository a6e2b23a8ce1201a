import * as pulumi from "@pulumi/pulumi";
import type { FunctionName } from "../../provider/functions/functions";
import type { Functions } from "../declared";
import { pluginOptions } from "./resources";

export const getClient: Functions["getClient"] = called("getClient");
export const getClientOutput: Functions["getClientOutput"] = calledForOutput("getClient");
export const getClients: Functions["getClients"] = called("getClients");
export const getClientsOutput: Functions["getClientsOutput"] = calledForOutput("getClients");
export const getHost: Functions["getHost"] = called("getHost");
export const getHostOutput: Functions["getHostOutput"] = calledForOutput("getHost");
export const getHosts: Functions["getHosts"] = called("getHosts");
export const getHostsOutput: Functions["getHostsOutput"] = calledForOutput("getHosts");
export const getGroup: Functions["getGroup"] = called("getGroup");
export const getGroupOutput: Functions["getGroupOutput"] = calledForOutput("getGroup");
export const getGroups: Functions["getGroups"] = called("getGroups");
export const getGroupsOutput: Functions["getGroupsOutput"] = calledForOutput("getGroups");
export const getDeployStatus: Functions["getDeployStatus"] = called("getDeployStatus");
export const getDeployStatusOutput: Functions["getDeployStatusOutput"] = calledForOutput("getDeployStatus");
export const getHostCredentials: Functions["getHostCredentials"] = called("getHostCredentials");
export const getHostCredentialsOutput: Functions["getHostCredentialsOutput"] =
  calledForOutput("getHostCredentials");

/** A function that the plugin runs, with arguments that are known. */
function called<Result>(name: FunctionName) {
  return (args?: object, opts?: pulumi.InvokeOptions): Promise<Result> =>
    pulumi.runtime.invoke(
      `hostconfig:index:${name}`,
      { ...args },
      pulumi.mergeOptions(pluginOptions, opts),
    ) as Promise<Result>;
}

/** A function that the plugin runs once its arguments are known. */
function calledForOutput<Result>(name: FunctionName) {
  return (args?: object, opts?: pulumi.InvokeOutputOptions): pulumi.Output<Result> =>
    pulumi.runtime.invokeOutput<Result>(
      `hostconfig:index:${name}`,
      { ...args },
      pulumi.mergeOptions(pluginOptions, opts),
    );
}
