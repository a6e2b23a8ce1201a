import { appendFileSync } from "node:fs";
import { z } from "zod";
import type { JsonValue } from "../api/json";
import { redactor, repeater, shortestSecret } from "../api/redact";
import { secretAt, secretMark } from "../config/secrets";
import { isObject, type PropertyPath, isUnknown, type Property } from "../config/values";
import type { Notice, Unpublished } from "../deploy/context";
import { unknownText } from "./carriedText";

/**
 * Names the file in which the providers of a run leave what they find, for the command that runs Pulumi: Pulumi's own output
 * hides which secret differs, and knows nothing of what the last `pulumi up` saved. Providers inherit the environment.
 */
export const findingsVariable = "HOSTCONFIG_FINDINGS_FILE";

const jsonValue = z.custom<JsonValue>((value) => value !== undefined);

/** What a provider has found out about one resource: one line of the file. */
export const finding = z.object({
  /** `read`: what the service holds, compared with the last `pulumi up`. `diff`: the program, compared with the state. */
  operation: z.enum(["read", "diff"]),
  urn: z.string(),
  kind: z.enum(["Host", "GroupConfig"]),
  id: z.string(),
  /** The resource is not on the platform any more. */
  gone: z.boolean(),
  /** The values that differ; secrets are masked. A value that is not there is left out. */
  values: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      before: jsonValue.optional(),
      after: jsonValue.optional(),
    }),
  ),
  unpublished: z.array(
    z.object({
      label: z.string(),
      status: z.string().optional(),
      unknown: z.enum(["save", "publication"]).optional(),
    }),
  ),
});

export type Finding = z.infer<typeof finding>;

/** A finding as a provider has it, with its secrets. */
export interface OpenFinding extends Pick<Finding, "operation" | "urn" | "id"> {
  label: "Host" | "Group";
  gone?: boolean;
  values: readonly { path: PropertyPath; before: Property; after: Property }[];
  unpublished: readonly Unpublished[];
}

/** What is secret in a finding. */
export interface FindingSecrets {
  /** Places of secret values. */
  paths: readonly PropertyPath[];
  /** Texts that are secret wherever they stand, also inside another. */
  texts: readonly string[];
  /** What stands in secret objects and lists. Short ones are ordinary words. */
  words?: readonly string[];
  /** Takes out what is secret in every resource, such as the token. */
  redact?: ((text: string) => string) | undefined;
}

/** Whether a command collects findings. */
export function collectsFindings(): boolean {
  return process.env[findingsVariable] !== undefined;
}

/** The texts of what is not left in the file. */
export function shownNotices(notices: readonly Notice[]): string[] {
  const shown = collectsFindings() ? notices.filter(({ unpublished }) => unpublished === undefined) : notices;
  return shown.map(({ text }) => text);
}

/** Adds a finding to the file. The command notices one that is missing, so that a full disk fails no operation. */
export function recordFinding({ label, gone = false, ...open }: OpenFinding, secrets: FindingSecrets): void {
  const file = process.env[findingsVariable];
  if (file === undefined) return;
  const mask = masking(secrets);
  const found: Finding = {
    ...open,
    kind: label === "Host" ? "Host" : "GroupConfig",
    gone,
    values: open.values.map(({ path, before, after }) => ({
      path: path.map((step) => (typeof step === "string" ? mask.text(step) : step)),
      before: mask.value(before, path),
      after: mask.value(after, path),
    })),
    unpublished: open.unpublished.map((one) => ({ ...one, label: mask.text(one.label) })),
  };
  try {
    appendFileSync(file, `${JSON.stringify(found)}\n`, { mode: 0o600 });
  } catch {
    return;
  }
}

interface Masking {
  text(text: string): string;
  value(value: Property, path: PropertyPath): JsonValue | undefined;
}

function masking({ paths, texts, words = [], redact = (text) => text }: FindingSecrets): Masking {
  const known = [...texts, ...words.filter(({ length }) => length >= shortestSecret)];
  const redactKnown = redactor(known);
  const text = (shown: string) => redactKnown(redact(shown));
  const repeatsKnown = repeater(known);
  const repeats = (shown: string) => repeatsKnown(shown) || redact(shown) !== shown;
  const secret = secretAt(paths);
  const value = (property: Property, path: PropertyPath): JsonValue | undefined => {
    if (property === undefined) return undefined;
    if (secret.isSecret(path)) return secretMark;
    if (isUnknown(property)) return unknownText;
    if (secret.replacesSecret(property, path)) return secretMark;
    if (isObject(property)) {
      const members = Object.entries(property).flatMap(([key, member]): [string, JsonValue][] => {
        const masked = value(member, [...path, key]);
        return masked === undefined ? [] : [[text(key), masked]];
      });
      return Object.fromEntries(members);
    }
    if (Array.isArray(property)) {
      return property.map((item, index) => value(item, [...path, index]) ?? null);
    }
    const isText = typeof property === "string" || typeof property === "number";
    return isText && repeats(String(property)) ? secretMark : property;
  };
  return { text, value };
}
