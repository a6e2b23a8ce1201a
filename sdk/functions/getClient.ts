import type * as pulumi from "@pulumi/pulumi";
import {
  callFunction,
  callFunctionOutput,
  type ArgsOf,
  type OutputArgsOf,
  type ResultOf,
} from "./callFunction";

/** Arguments of `getClient`. */
export type GetClientArgs = ArgsOf<"getClient">;

/** Arguments of `getClientOutput`. */
export type GetClientOutputArgs = OutputArgsOf<"getClient">;

/** What `getClient` returns. */
export type GetClientResult = ResultOf<"getClient">;

/** Reads a client: an account that owns groups and hosts. */
export function getClient(args: GetClientArgs, opts?: pulumi.InvokeOptions): Promise<GetClientResult> {
  return callFunction("getClient", args, opts);
}

/** Reads a client: an account that owns groups and hosts. Takes outputs of resources as arguments. */
export function getClientOutput(
  args: GetClientOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetClientResult> {
  return callFunctionOutput("getClient", args, opts);
}
