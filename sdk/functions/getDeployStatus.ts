import type * as pulumi from "@pulumi/pulumi";
import {
  callFunction,
  callFunctionOutput,
  type ArgsOf,
  type OutputArgsOf,
  type ResultOf,
} from "./callFunction";

/** Arguments of `getDeployStatus`. */
export type GetDeployStatusArgs = ArgsOf<"getDeployStatus">;

/** Arguments of `getDeployStatusOutput`. */
export type GetDeployStatusOutputArgs = OutputArgsOf<"getDeployStatus">;

/** What `getDeployStatus` returns. */
export type GetDeployStatusResult = ResultOf<"getDeployStatus">;

/** Reads the status of a host's latest deployment; `status` is undefined for a host that was never deployed. */
export function getDeployStatus(
  args: GetDeployStatusArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetDeployStatusResult> {
  return callFunction("getDeployStatus", args, opts);
}

/**
 * Reads the status of a host's latest deployment; `status` is undefined for a host that was never deployed. Takes
 * outputs of resources as arguments.
 */
export function getDeployStatusOutput(
  args: GetDeployStatusOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDeployStatusResult> {
  return callFunctionOutput("getDeployStatus", args, opts);
}
