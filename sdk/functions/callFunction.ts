import * as pulumi from "@pulumi/pulumi";
import type * as createHostConfigApi from "../../provider/api/createHostConfigApi";
import type * as errors from "../../provider/api/errors";
import type { HostConfigApi } from "../../provider/api/hostConfigApi";
import type * as settings from "../../provider/api/settings";
import { toEngine } from "../../provider/dynamic/unknownValues";
import type * as argumentsError from "../../provider/functions/definition";
import type * as functions from "../../provider/functions/functions";
import type * as lookupError from "../../provider/resource/lookup";
import type { FunctionShapes } from "../declared";
import { explicitProvider } from "../dynamicResource";
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

type Core = typeof createHostConfigApi &
  typeof errors &
  typeof settings &
  typeof functions &
  typeof argumentsError &
  typeof lookupError;

let loaded: Core | undefined;

/** What the functions run on, with the HTTP library. Loaded by the first call: most programs make none. */
function core(): Core {
  /* eslint-disable @typescript-eslint/no-require-imports -- an import() could not be synchronous */
  return (loaded ??= {
    ...(require("../../provider/api/createHostConfigApi") as typeof createHostConfigApi),
    ...(require("../../provider/api/errors") as typeof errors),
    ...(require("../../provider/api/settings") as typeof settings),
    ...(require("../../provider/functions/functions") as typeof functions),
    ...(require("../../provider/functions/definition") as typeof argumentsError),
    ...(require("../../provider/resource/lookup") as typeof lookupError),
  });
  /* eslint-enable @typescript-eslint/no-require-imports */
}

/** By settings: one process may run the programs of several stacks. */
const clients = new Map<string, HostConfigApi>();

/**
 * The client of the running program's stack, shared by all its calls.
 *
 * @throws SettingsError
 */
function programApi(): HostConfigApi {
  const { createHostConfigApi, readSettings } = core();
  const config = new pulumi.Config("hostconfig");
  const settings = readSettings((key) => config.get(key), process.env);
  const token = settings.token();
  const key = JSON.stringify([settings, token]);
  const client = clients.get(key) ?? createHostConfigApi({ ...settings, token: () => token });
  clients.set(key, client);
  return client;
}

/** Known as soon as the resources were created; unknown in a preview that would create one of them. */
function whenReady(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<unknown> {
  if (dependsOn === undefined) return pulumi.output(undefined);
  const given = pulumi.output(dependsOn) as pulumi.Output<pulumi.Resource | pulumi.Resource[]>;
  return given.apply((resources) =>
    pulumi.all(
      [resources]
        .flat()
        .map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)),
    ),
  );
}
