import { environmentValue, type SettingName } from "../../api/settings";
import { isUnknown, type Properties, type Property } from "../../lifecycle/configuration/unknown";

/** Gives the value of a configuration key as text; `undefined` where it is not set. */
export type SettingsSource = (key: SettingName) => string | undefined;

/** Reads settings from a provider's arguments, as programs and stack configurations write them. */
export function argumentSource(properties: Properties): SettingsSource {
  return (key) => (Object.hasOwn(properties, key) ? settingText(properties[key]) : undefined);
}

/**
 * The stack's configuration of today, and the environment where it has no value. The engine hands the former to every
 * provider process in `PULUMI_CONFIG`, while the arguments of a default provider come out of the state on `refresh` and
 * `destroy`, with a token that may be replaced since, or moved into the environment.
 */
export function sourceOfToday(env: Readonly<Record<string, string | undefined>>): SettingsSource {
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
export function firstOf(...sources: SettingsSource[]): SettingsSource {
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
