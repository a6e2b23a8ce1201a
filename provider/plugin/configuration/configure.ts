import type { ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { HostConfigApi } from "../../api/hostConfigApi";
import type { OpenHostConfigApi } from "../../api/createHostConfigApi";
import { loadClient } from "../../api/loadClient";
import { redactor } from "../../api/redact";
import { readSettings, type Settings } from "../../api/settings";
import { configSchemaFile } from "../../lifecycle/configSchema/configSchemaFile";
import type { ConfigurationRule } from "../../lifecycle/configSchema/configurationRule";
import { ManagedRecords } from "../../lifecycle/managedRecords";
import { SharedRecords } from "../../lifecycle/sharedRecords";
import { receive } from "../wire/receive";
import { fromStruct } from "../wire/structs";
import { isDefaultProvider } from "./defaultProvider";
import { argumentSource, firstOf, sourceOfToday, type SettingsSource } from "./settingsSource";

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
