import type { ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { OpenHostConfigApi } from "../api/createHostConfigApi";
import type { HostConfigApi } from "../api/hostConfigApi";
import { redactor } from "../api/redact";
import { readSettings, type Settings, environmentValue, type SettingName } from "../api/settings";
import { configSchemaFile, type ConfigurationRule } from "../config/configSchema";
import { isUnknown, type Properties, type Property } from "../config/values";
import { ManagedRecords } from "../resource/managedRecords";
import { SharedRecords } from "../resource/sharedRecords";
import { loadClient } from "../runtime/loadClient";
import { fromStruct } from "./structs";
import { receive } from "./values";

/** A provider that was configured: one account of the service, with its own connections and pace. */
export class Configuration {
  readonly settings: Settings;
  /** What the team demands of its own `json`. */
  readonly rule: ConfigurationRule | undefined;
  /** The engine configures a provider once a run. */
  readonly managed = new ManagedRecords();
  readonly shared = new SharedRecords();
  #api: OpenHostConfigApi | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
    this.rule = settings.configSchema === undefined ? undefined : configSchemaFile(settings.configSchema);
  }

  /** The client of the service, made when it is needed first. */
  get api(): HostConfigApi {
    return (this.#api ??= loadClient().createHostConfigApi(this.settings));
  }

  /** Takes the token out of a text. */
  redact(text: string): string {
    try {
      return redactor([this.settings.token()])(text);
    } catch {
      // There is no token, so there is nothing to hide.
      return text;
    }
  }

  async close(): Promise<void> {
    await this.#api?.close();
  }
}

/**
 * Reads the configuration that the engine hands over.
 *
 * @throws SettingsError; a missing token is told by the first operation that needs it
 */
export function configurationOf(
  request: ConfigureRequest,
  env: Readonly<Record<string, string | undefined>>,
): Configuration {
  const given = request.hasArgs()
    ? argumentSource(receive(fromStruct(request.getArgs())).properties)
    : variableSource(request);
  // An explicit provider's arguments are the program's, and have nothing to do with the stack's configuration.
  const source = isDefaultProvider(request.getName() ?? "") ? firstOf(sourceOfToday(env), given) : given;
  return new Configuration(readSettings(source, env));
}

/** How engines without `args` hand the configuration over. */
function variableSource(request: ConfigureRequest): SettingsSource {
  const variables = request.getVariablesMap();
  return argumentSource(
    Object.fromEntries(
      variables.toArray().map(([name, value]) => [name.replace(/^hostconfig:(?:config:)?/, ""), value]),
    ),
  );
}

/** Gives the value of a configuration key as text; `undefined` where it is not set. */
type SettingsSource = (key: SettingName) => string | undefined;

/** Reads settings from a provider's arguments, as programs and stack configurations write them. */
export function argumentSource(properties: Properties): SettingsSource {
  return (key) => (Object.hasOwn(properties, key) ? settingText(properties[key]) : undefined);
}

/**
 * The stack's configuration of today, and the environment where it has no value. The engine hands the former to every
 * provider process in `PULUMI_CONFIG`, while the arguments of a default provider come out of the state on `refresh` and
 * `destroy`, with a token that may be replaced since, or moved into the environment.
 */
function sourceOfToday(env: Readonly<Record<string, string | undefined>>): SettingsSource {
  const config = stackConfig(env.PULUMI_CONFIG);
  // A process that the engine did not start knows no stack, and must not rank its environment before the arguments.
  if (config === undefined) return () => undefined;
  return firstOf(argumentSource(config), (key) => environmentValue(key, env));
}

function stackConfig(json: string | undefined): Properties | undefined {
  if (json === undefined) return undefined;
  try {
    return (JSON.parse(json) as Properties | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The first source that has a value counts. */
function firstOf(...sources: SettingsSource[]): SettingsSource {
  return (key) => {
    for (const source of sources) {
      const text = source(key);
      if (text !== undefined && text.trim() !== "") return text;
    }
    return undefined;
  };
}

/** Numbers and booleans come as such, as text, or as the JSON text of either. */
function settingText(value: Property): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string" || isUnknown(value)) return undefined;
  return /^\s*".*"\s*$/s.test(value) ? textOfJson(value) : value;
}

function textOfJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}

/** Whether a provider of this name is the engine's own, which gets the stack's configuration. */
export function isDefaultProvider(name: string): boolean {
  // The engine's own names; a program may call its provider "default-eu".
  return /^default(?:_\d+_\d+_\d+\w*)?$/.test(name);
}
