import type * as pulumi from "@pulumi/pulumi";
import {
  callFunction,
  callFunctionOutput,
  type ArgsOf,
  type OutputArgsOf,
  type ResultOf,
} from "./callFunction";

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
export function getGroup(args: GetGroupArgs, opts?: pulumi.InvokeOptions): Promise<GetGroupResult> {
  return callFunction("getGroup", args, opts);
}

/**
 * Reads a group and its saved configuration, by its id or by its name. Takes outputs of resources as arguments. The
 * result is a secret, since `json` may hold some.
 */
export function getGroupOutput(
  args: GetGroupOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetGroupResult> {
  return callFunctionOutput("getGroup", args, opts);
}
