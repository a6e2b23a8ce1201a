import { secretWords } from "../../api/redact";
import type { FindingSecrets } from "../../engine/findings";
import { valueAtPath } from "../../lifecycle/configuration/jsonKinds";
import type { JsonValue } from "../../api/json";
import { opened } from "../../lifecycle/configuration/storedConfigurations";
import type { PropertyPath } from "../../lifecycle/configuration/propertyPath";
import { hasUnknown } from "../../lifecycle/configuration/unknown";
import type { ResourceKind } from "../resourceKinds";
import type { Received } from "../wire/receive";

/** What is secret in the properties that came with a request. */
export interface KnownSecrets {
  paths: PropertyPath[];
  /** Texts that the program itself marked as secret. */
  texts: ReadonlySet<string>;
  /** Everything in the secrets that a message must not show. */
  words: string[];
}

/** Outputs that repeat what stands elsewhere. What they repeat is not secret for being repeated. */
const derived: ReadonlySet<string> = new Set(["savedJson", "__state"]);

/** Gathers the secrets of a request's properties. */
export function secretsOf(...received: Received[]): KnownSecrets {
  const paths: PropertyPath[] = [];
  const texts = new Set<string>();
  const words: string[] = [];
  for (const { properties: came, secrets } of received) {
    // A job's output may repeat what stands inside the JSON text of a configuration.
    const properties = opened(came);
    for (const path of secrets.filter(([root]) => !derived.has(String(root)))) {
      paths.push(path);
      const value = valueAtPath(properties, path);
      if (typeof value === "string" && value !== "") texts.add(value);
      if (hasUnknown(value)) continue;
      for (const word of secretWords(value as JsonValue | undefined)) words.push(word);
    }
  }
  return { paths, texts, words };
}

/** What no finding may show. */
export function findingSecrets(
  { lifecycle }: ResourceKind,
  { paths, texts, words }: KnownSecrets,
): FindingSecrets {
  return {
    paths: [...paths, ...lifecycle.secretOutputs.map((output) => [output])],
    texts: [...texts],
    words,
  };
}
