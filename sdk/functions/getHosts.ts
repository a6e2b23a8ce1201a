import type * as pulumi from "@pulumi/pulumi";
import {
  callFunction,
  callFunctionOutput,
  type ArgsOf,
  type OutputArgsOf,
  type ResultOf,
} from "./callFunction";

/** Arguments of `getHosts`. */
export type GetHostsArgs = ArgsOf<"getHosts">;

/** Arguments of `getHostsOutput`. */
export type GetHostsOutputArgs = OutputArgsOf<"getHosts">;

/** What `getHosts` returns. */
export type GetHostsResult = ResultOf<"getHosts">;

/** Lists the hosts that the token may see, every page, in the order of their ids, without their configurations. */
export function getHosts(args: GetHostsArgs = {}, opts?: pulumi.InvokeOptions): Promise<GetHostsResult> {
  return callFunction("getHosts", args, opts);
}

/**
 * Lists the hosts that the token may see, every page, in the order of their ids, without their configurations. Takes
 * outputs of resources as arguments.
 */
export function getHostsOutput(
  args: GetHostsOutputArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetHostsResult> {
  return callFunctionOutput("getHosts", args, opts);
}
