import type * as pulumi from "@pulumi/pulumi";
import {
  callFunction,
  callFunctionOutput,
  type ArgsOf,
  type OutputArgsOf,
  type ResultOf,
} from "./callFunction";

/** Arguments of `getClients`. */
export type GetClientsArgs = ArgsOf<"getClients">;

/** Arguments of `getClientsOutput`. */
export type GetClientsOutputArgs = OutputArgsOf<"getClients">;

/** What `getClients` returns. */
export type GetClientsResult = ResultOf<"getClients">;

/** Lists the clients that the token may see, every page, in the order of their ids. */
export function getClients(
  args: GetClientsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetClientsResult> {
  return callFunction("getClients", args, opts);
}

/**
 * Lists the clients that the token may see, every page, in the order of their ids. Takes outputs of resources as
 * arguments.
 */
export function getClientsOutput(
  args: GetClientsOutputArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClientsResult> {
  return callFunctionOutput("getClients", args, opts);
}
