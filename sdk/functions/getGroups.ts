import type * as pulumi from "@pulumi/pulumi";
import {
  callFunction,
  callFunctionOutput,
  type ArgsOf,
  type OutputArgsOf,
  type ResultOf,
} from "./callFunction";

/** Arguments of `getGroups`. */
export type GetGroupsArgs = ArgsOf<"getGroups">;

/** Arguments of `getGroupsOutput`. */
export type GetGroupsOutputArgs = OutputArgsOf<"getGroups">;

/** What `getGroups` returns. */
export type GetGroupsResult = ResultOf<"getGroups">;

/** Lists the groups that the token may see, every page, in the order of their ids, without their configurations. */
export function getGroups(args: GetGroupsArgs = {}, opts?: pulumi.InvokeOptions): Promise<GetGroupsResult> {
  return callFunction("getGroups", args, opts);
}

/**
 * Lists the groups that the token may see, every page, in the order of their ids, without their configurations. Takes
 * outputs of resources as arguments.
 */
export function getGroupsOutput(
  args: GetGroupsOutputArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetGroupsResult> {
  return callFunctionOutput("getGroups", args, opts);
}
