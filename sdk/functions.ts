import * as pulumi from "@pulumi/pulumi";
import type * as createHostConfigApi from "../provider/api/createHostConfigApi";
import type * as errors from "../provider/api/errors";
import type { HostConfigApi } from "../provider/api/hostConfigApi";
import type * as settings from "../provider/api/settings";
import type { Properties } from "../provider/config/values";
import { toEngine } from "../provider/dynamic/values";
import type * as argumentsError from "../provider/functions/definition";
import type * as functions from "../provider/functions/functions";
import type { FunctionName } from "../provider/functions/functions";
import type * as lookupError from "../provider/resource/lookup";
import type { Functions } from "./declared";
import { explicitProvider } from "./dynamicResource";
import { programError } from "./programError";

export const getClient: Functions["getClient"] = called("getClient");
export const getClientOutput: Functions["getClientOutput"] = calledForOutput("getClient");
export const getClients: Functions["getClients"] = called("getClients");
export const getClientsOutput: Functions["getClientsOutput"] = calledForOutput("getClients");
export const getHost: Functions["getHost"] = called("getHost");
export const getHostOutput: Functions["getHostOutput"] = calledForOutput("getHost");
export const getHosts: Functions["getHosts"] = called("getHosts");
export const getHostsOutput: Functions["getHostsOutput"] = calledForOutput("getHosts");
export const getGroup: Functions["getGroup"] = called("getGroup");
export const getGroupOutput: Functions["getGroupOutput"] = calledForOutput("getGroup");
export const getGroups: Functions["getGroups"] = called("getGroups");
export const getGroupsOutput: Functions["getGroupsOutput"] = calledForOutput("getGroups");
export const getDeployStatus: Functions["getDeployStatus"] = called("getDeployStatus");
export const getDeployStatusOutput: Functions["getDeployStatusOutput"] = calledForOutput("getDeployStatus");
export const getHostCredentials: Functions["getHostCredentials"] = called("getHostCredentials");
export const getHostCredentialsOutput: Functions["getHostCredentialsOutput"] =
  calledForOutput("getHostCredentials");

/** A function with arguments that are known. */
function called<Result>(name: FunctionName) {
  return (args?: object, opts?: pulumi.InvokeOptions): Promise<Result> =>
    callFunction(name, { ...args }, opts) as Promise<Result>;
}

/** A function that runs when its arguments and `dependsOn` are known; until then, in a preview, the result is unknown. */
function calledForOutput<Result>(name: FunctionName) {
  return (args?: object, opts?: pulumi.InvokeOutputOptions): pulumi.Output<Result> => {
    refuseProvider(name, opts);
    const { dependsOn, ...callOpts } = opts ?? {};
    const result = pulumi
      .all([pulumi.output({ ...args } as Record<string, unknown>), whenReady(dependsOn)])
      .apply(([known]) => callFunction(name, known as Properties, callOpts));
    const isSecret = core().functions[name].secretResults.length > 0;
    return (isSecret ? pulumi.secret(result) : result) as pulumi.Output<Result>;
  };
}

/** Calls a function from the program's own process: the protocol of dynamic resources carries no functions. */
async function callFunction(
  name: FunctionName,
  args: Properties,
  opts: pulumi.InvokeOptions | undefined,
): Promise<unknown> {
  refuseProvider(name, opts);
  try {
    // As from the plugin: what Pulumi would take for something else reaches a resource or an export unharmed.
    return toEngine(await core().functions[name].invoke({ api: programApi() }, args));
  } catch (error) {
    throw withoutStack(error);
  }
}

/** Another account than the stack's would be asked, and nobody would notice. */
function refuseProvider(name: string, opts: pulumi.InvokeOptions | undefined): void {
  if (explicitProvider(opts) === undefined) return;
  throw programError(
    `${name}: functions of the dynamic provider use the stack's configuration and take no explicit provider. For another account, take ${name} from "pulumi-hostconfig/plugin".`,
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
    ...(require("../provider/api/createHostConfigApi") as typeof createHostConfigApi),
    ...(require("../provider/api/errors") as typeof errors),
    ...(require("../provider/api/settings") as typeof settings),
    ...(require("../provider/functions/functions") as typeof functions),
    ...(require("../provider/functions/definition") as typeof argumentsError),
    ...(require("../provider/resource/lookup") as typeof lookupError),
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
