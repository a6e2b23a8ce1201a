import type { Settings } from "../../api/settings";
import { isUnknown, type Properties, type Property } from "../../lifecycle/configuration/unknown";

/** Gives the value of a configuration key as text; `undefined` where it is not set. */
export type SettingsSource = (key: keyof Settings) => string | undefined;

/** Reads settings from a provider's arguments, as programs and stack configurations write them. */
export function argumentSource(properties: Properties): SettingsSource {
  return (key) => (Object.hasOwn(properties, key) ? settingText(properties[key]) : undefined);
}

/**
 * The stack's configuration of today. The engine hands it to every provider process, while the arguments of a default
 * provider come out of the state on `refresh` and `destroy`, with a token that may be replaced since.
 *
 * @param json the environment variable `PULUMI_CONFIG`
 */
export function stackSource(json: string | undefined): SettingsSource {
  try {
    const config = JSON.parse(json ?? "{}") as Properties | null;
    return argumentSource(config ?? {});
  } catch {
    return () => undefined;
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
