import type { JsonValue } from "../api/json";
import { secretWords } from "../api/redact";
import { opened } from "../config/configurationValue";
import { valueAtPath, type Properties, type PropertyPath } from "../config/values";

/** Properties from the engine, in the form that the lifecycle works with. */
export interface Received {
  properties: Properties;
  /** Where the values are secret. Inside a secret nothing is listed. */
  secrets: PropertyPath[];
}

/** The secrets in the properties of a call. */
export interface KnownSecrets {
  paths: PropertyPath[];
  /** Texts that are secret wherever they stand, also inside another. */
  texts: ReadonlySet<string>;
  /** Everything in the secrets that a message must not show. */
  words: string[];
}

/** Outputs that repeat other values. A value is not secret because one of them repeats it. */
const derived: ReadonlySet<string> = new Set(["savedJson", "__state"]);

/** Gathers the secrets of a call's properties. */
export function secretsOf(...received: Received[]): KnownSecrets {
  const paths: PropertyPath[] = [];
  const texts = new Set<string>();
  const words: string[] = [];
  for (const { properties: given, secrets } of received) {
    // A job's output may repeat a value inside the JSON text of a configuration.
    const properties = opened(given);
    for (const path of secrets.filter(([root]) => !derived.has(String(root)))) {
      paths.push(path);
      const value = valueAtPath(properties, path);
      if (typeof value === "string" && value !== "") texts.add(value);
      for (const word of secretWords(value as JsonValue | undefined)) words.push(word);
    }
  }
  return { paths, texts, words };
}
