import type * as pulumi from "@pulumi/pulumi";
import {
  callFunction,
  callFunctionOutput,
  type ArgsOf,
  type OutputArgsOf,
  type ResultOf,
} from "./callFunction";

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
export function getHostCredentials(
  args: GetHostCredentialsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetHostCredentialsResult> {
  return callFunction("getHostCredentials", args, opts);
}

/**
 * Reads a host's access data. Takes outputs of resources as arguments. Everything in it is secret, in the state and
 * on the screen too.
 */
export function getHostCredentialsOutput(
  args: GetHostCredentialsOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetHostCredentialsResult> {
  return callFunctionOutput("getHostCredentials", args, opts);
}
