import type { OperationTimeouts } from "../provider/dynamic/dynamicProvider";
import * as pulumi from "@pulumi/pulumi";
import type { CustomTimeouts } from "@pulumi/pulumi";
import { misspelledSettings } from "../provider/api/suggestions";
import { withoutUndefined } from "../provider/config/values";
import { secretPlaces } from "../provider/dynamic/values";
import { providerText } from "../provider/runtime/dynamicState";
import { programError } from "./programError";
import { registeredProperties, type Registration, type ResourceType } from "./registration";

/**
 * What Pulumi's constructor is given for a dynamic resource whose code is the installed package's, and not a copy of it in
 * the state.
 *
 * `pulumi.dynamic.Resource` would write the provider's code into the state of each resource and capture closures in
 * every run of the program.
 */
export function dynamicResource(
  type: ResourceType,
  name: string,
  inputs: object,
  opts: pulumi.CustomResourceOptions | undefined,
): Registration {
  const token = `pulumi-nodejs:dynamic/hostconfig:${type}`;
  const label = `${type} "${name}"`;
  refuseMisspeltKeys();
  if (opts?.import !== undefined) {
    throw programError(
      `${label}: a dynamic resource cannot be imported. Give hostId (or groupId) instead, which adopts what is there; the provider plugin knows \`pulumi import\`.`,
    );
  }
  if (explicitProvider(opts) !== undefined) {
    throw programError(
      `${label}: an explicit provider${opts?.provider === undefined ? ", here inherited from the parent," : ""} does not reach a dynamic resource: Pulumi drops it without a word, and the stack's own account would be managed. For another account, take ${type} from "pulumi-hostconfig/plugin"; a program may use both providers.`,
    );
  }
  const { properties: registered, additionalSecretOutputs } = registeredProperties(type, name, inputs);
  const timeouts = operationTimeouts(label, opts?.customTimeouts);
  // A dynamic provider gets secrets opened and unmarked; these are the places whose values no message may show.
  const secrets = secretPlaces(inputs);
  // Pulumi makes promises for each property, also for one that is undefined.
  const properties = {
    ...registered,
    __provider: providerText,
    // For progress on the resource's own line; the engine does not tell a dynamic provider whom it works for.
    __urn: urnOf(token, name, opts?.parent),
    ...withoutUndefined({ __timeouts: timeouts, __secrets: secrets }),
    // The engine does not tell a dynamic provider either; the provider keeps it to itself.
    ...(pulumi.runtime.isDryRun() ? { __preview: true } : {}),
  };
  const options = pulumi.mergeOptions(opts, {
    additionalSecretOutputs,
    // A program that used the plugin's class keeps its resources.
    aliases: [{ type: `hostconfig:index:${type}` }],
  });
  return [token, name, properties, options];
}

/** What the URNs of resources without a parent begin with, by stack and type: a process may run several programs. */
const urnBeginnings = new Map<string, Promise<string>>();

function urnOf(type: string, name: string, parent: pulumi.Resource | undefined): Promise<string> {
  if (parent !== undefined) return withoutDependencies(pulumi.createUrn(name, type, parent));
  const key = [pulumi.getProject(), pulumi.getStack(), type].join(" ");
  const beginning = urnBeginnings.get(key) ?? withoutDependencies(pulumi.createUrn("", type));
  urnBeginnings.set(key, beginning);
  return beginning.then((text) => text + name);
}

/** A URN is made from the parent's. As an output it would make a component's child wait for the component, and so for itself. */
function withoutDependencies(urn: pulumi.Output<string>): Promise<string> {
  return new Promise((resolve) => {
    urn.apply(resolve);
  });
}

const unitSeconds: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };

/**
 * The time-outs of `opts.customTimeouts` in seconds, which do not reach a dynamic provider by themselves.
 *
 * @param resource for the error, such as `Host "web"`
 * @throws RunError for a text that is no duration such as `30m` or `1h30m`
 */
function operationTimeouts(
  resource: string,
  timeouts: CustomTimeouts | undefined,
): OperationTimeouts | undefined {
  const given = Object.entries(timeouts ?? {}).flatMap(([operation, text]): [string, number][] => {
    if (typeof text !== "string") return [];
    const seconds = durationSeconds(`${resource}: customTimeouts.${operation}`, text);
    // To the engine, and so to the plugin, none at all.
    return seconds === 0 ? [] : [[operation, seconds]];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function durationSeconds(place: string, text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/g)];
  if (text === "" || parts.map(([part]) => part).join("") !== text) {
    throw programError(`${place}: "${text}" is no duration; write for instance "30m" or "1h30m".`);
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitSeconds[unit ?? ""] ?? 0), 0);
}

/** The explicit provider that the options of a resource or a call name, by themselves or through the parent. */
export function explicitProvider(
  opts: Pick<pulumi.InvokeOptions, "provider" | "parent"> | undefined,
): pulumi.ProviderResource | undefined {
  return opts?.provider ?? opts?.parent?.getProvider("hostconfig:index:Host");
}

/**
 * Refuses keys of the stack's configuration that look like one of the provider's and are none.
 *
 * @throws RunError that names the right key
 */
function refuseMisspeltKeys(): void {
  const keys = Object.keys(pulumi.runtime.allConfig()).flatMap((key) =>
    key.startsWith("hostconfig:") ? [key.slice("hostconfig:".length)] : [],
  );
  const problems = misspelledSettings(keys);
  if (problems.length > 0) throw programError(problems.join("\n"));
}
