import * as pulumi from "@pulumi/pulumi";
import type { FunctionShapes } from "../declared";
import { explicitProvider } from "../explicitProvider";
import { core } from "./core";
import { programApi } from "./programApi";
import { toEngine } from "../unknownValues";
import { whenReady } from "./whenReady";
import { programError } from "../programError";

/** The name of a function. */
export type FunctionName = keyof FunctionShapes;

/** Arguments of a function, all known. */
export type ArgsOf<Name extends FunctionName> = FunctionShapes[Name]["args"];

/** What a function returns. */
export type ResultOf<Name extends FunctionName> = FunctionShapes[Name]["result"];

/** Arguments of a function's output form: any of them may be an output of a resource. */
export type OutputArgsOf<Name extends FunctionName> = {
  [Key in keyof ArgsOf<Name>]: pulumi.Input<ArgsOf<Name>[Key]>;
};

/** Calls a function from the program's own process: the protocol of dynamic resources carries no functions. */
export async function callFunction<Name extends FunctionName>(
  name: Name,
  args: ArgsOf<Name>,
  opts: pulumi.InvokeOptions | undefined,
): Promise<ResultOf<Name>> {
  refuseProvider(name, opts);
  try {
    const result = await core().functions[name].invoke({ api: programApi() }, args);
    // As from the plugin: what Pulumi would take for something else reaches a resource or an export unharmed.
    return toEngine(result) as ResultOf<Name>;
  } catch (error) {
    throw withoutStack(error);
  }
}

/** Calls a function when its arguments and `dependsOn` are known; until then, in a preview, the result is unknown. */
export function callFunctionOutput<Name extends FunctionName>(
  name: Name,
  args: OutputArgsOf<Name>,
  opts: pulumi.InvokeOutputOptions | undefined,
): pulumi.Output<ResultOf<Name>> {
  refuseProvider(name, opts);
  const { dependsOn, ...callOpts } = opts ?? {};
  const call = (known: unknown): Promise<unknown> => callFunction(name, known as ArgsOf<Name>, callOpts);
  const result = pulumi
    .all([pulumi.output(args as Record<string, unknown>), whenReady(dependsOn)])
    .apply(([known]) => call(known));
  const isSecret = core().functions[name].secretResults.length > 0;
  return (isSecret ? pulumi.secret(result) : result) as pulumi.Output<ResultOf<Name>>;
}

/** Another account than the stack's would be asked, and nobody would notice. */
function refuseProvider(name: string, opts: pulumi.InvokeOptions | undefined): void {
  if (explicitProvider(opts) === undefined) return;
  throw programError(
    `${name}: in this door, functions use the stack's configuration and take no explicit provider. For another account, take ${name} from "pulumi-hostconfig/plugin".`,
  );
}

/** Pulumi shows a stack for every error but its own `RunError`; a user's mistake is no reason to show one. */
function withoutStack(error: unknown): unknown {
  const { ApiError, FunctionArgumentsError, LookupError, SettingsError } = core();
  const explained = [ApiError, FunctionArgumentsError, LookupError, SettingsError];
  if (!(error instanceof Error) || !explained.some((kind) => error instanceof kind)) return error;
  return programError(error.message, { cause: error });
}
