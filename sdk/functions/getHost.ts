import type * as pulumi from "@pulumi/pulumi";
import {
  callFunction,
  callFunctionOutput,
  type ArgsOf,
  type OutputArgsOf,
  type ResultOf,
} from "./callFunction";

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
export function getHost(args: GetHostArgs, opts?: pulumi.InvokeOptions): Promise<GetHostResult> {
  return callFunction("getHost", args, opts);
}

/**
 * Reads a host and its saved configuration, by its id or by its name. Takes outputs of resources as arguments. The
 * result is a secret, since `json` may hold some.
 */
export function getHostOutput(
  args: GetHostOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetHostResult> {
  return callFunctionOutput("getHost", args, opts);
}
