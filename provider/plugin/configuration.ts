import {
  CheckResponse,
  DiffResponse,
  PropertyDiff,
  type CheckRequest,
  type ConfigureRequest,
  type DiffRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { type Clock, systemClock } from "../api/clock";
import { SettingsError } from "../api/errors";
import { misspelledSettings } from "../api/suggestions";
import { environmentValue, readSettings, settingKeys, type SettingName } from "../api/settings";
import { sameMeaning } from "../config/compare";
import { isUnknown, unionOfKeys, valueAt, type Properties, type Property } from "../config/values";
import { EngineConnection } from "../runtime/engineConnection";
import { Session } from "../runtime/session";
import { checkFailure } from "./errors";
import { markSecrets } from "./secrets";
import { fromStruct, toStruct } from "./structs";
import { receive, send } from "./values";

/** Validates a provider's configuration, in preview already. What is not known yet is taken to be right. */
export function checkConfig(request: CheckRequest): CheckResponse {
  const { properties, secrets } = receive(fromStruct(request.getNews()));
  const response = new CheckResponse();
  const tokenPaths = Object.hasOwn(properties, "token") ? [["token"]] : [];
  response.setInputs(toStruct(send(markSecrets(properties, { paths: [...secrets, ...tokenPaths] }))));
  const problems = [...misspelledSettings(Object.keys(properties)), ...problemsOf(properties)];
  // Older engines send no name, but the URN, which ends in it.
  const name = request.getName() || (request.getUrn().split("::").at(-1) ?? "");
  const advice = isDefaultProvider(name) ? "" : explicitAdvice(name);
  // Without the property: the CLI would print its value beside it, and the token is one of them.
  response.setFailuresList(problems.map((problem) => checkFailure(`${problem}${advice}`)));
  return response;
}

/** The problems speak of the stack's configuration, which an explicit provider does not read. */
function explicitAdvice(name: string): string {
  return ` The provider "${name}" takes it as an argument, or from the environment: it does not read the stack's configuration.`;
}

function problemsOf(properties: Properties): readonly string[] {
  const given = argumentSource(properties);
  try {
    const settings = readSettings(
      (key) => (isUnknown(properties[key]) ? placeholder(key) : given(key)),
      process.env,
    );
    settings.token();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** A value of the right form. */
function placeholder(key: string): string {
  const example = settingKeys.find((entry) => entry.key === key)?.example ?? "";
  return example === "" ? "not-known-yet" : example;
}

/** What changes in a provider's configuration. No change ever replaces anything: an id stays an id. */
export function diffConfig(request: DiffRequest): DiffResponse {
  const olds = receive(fromStruct(request.getOldInputs() ?? request.getOlds())).properties;
  const news = receive(fromStruct(request.getNews())).properties;
  const changed = unionOfKeys(olds, news).filter(
    (key) => !sameMeaning(valueAt(olds, key), valueAt(news, key)),
  );
  const response = new DiffResponse();
  response.setChanges(
    changed.length > 0 ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE,
  );
  response.setDiffsList(changed);
  response.setHasdetaileddiff(true);
  for (const key of changed) {
    const difference = new PropertyDiff();
    difference.setKind(kindOf(olds, news, key));
    difference.setInputdiff(true);
    response.getDetaileddiffMap().set(key, difference);
  }
  return response;
}

function kindOf(olds: Properties, news: Properties, key: string): PropertyDiff.Kind {
  if (valueAt(olds, key) === undefined) return PropertyDiff.Kind.ADD;
  return valueAt(news, key) === undefined ? PropertyDiff.Kind.DELETE : PropertyDiff.Kind.UPDATE;
}

/**
 * Opens a session with the configuration that the engine hands over.
 *
 * @throws SettingsError; the first operation that needs a token reports a missing one
 */
export function sessionOf(
  request: ConfigureRequest,
  env: Readonly<Record<string, string | undefined>>,
  engine = new EngineConnection(),
  clock: Clock = systemClock,
): Session {
  const given = request.hasArgs()
    ? argumentSource(receive(fromStruct(request.getArgs())).properties)
    : variableSource(request);
  // An explicit provider's arguments are the program's, and have nothing to do with the stack's configuration.
  const source = isDefaultProvider(request.getName() ?? "") ? firstOf(sourceOfToday(env), given) : given;
  const session = new Session({ engine, clock, readSettings: () => readSettings(source, env) });
  session.open();
  return session;
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
function argumentSource(properties: Properties): SettingsSource {
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
function isDefaultProvider(name: string): boolean {
  // The engine's own names; a program may call its provider "default-eu".
  return /^default(?:_\d+_\d+_\d+\w*)?$/.test(name);
}
