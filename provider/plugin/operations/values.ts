import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "../../api/json";
import { secretWords } from "../../api/redact";
import { opened } from "../../config/configurationValue";
import { type PropertyPath, type Properties, valueAtPath, hasUnknown } from "../../config/values";
import { secretInputs } from "../../resource/inputs";
import { providerText } from "../../runtime/dynamicProviderText";
import type { FindingSecrets } from "../../runtime/findings";
import type { ResourceKind } from "../resourceKinds";
import type { WireObject } from "../structs";
import { markSecrets, type Received, send } from "../values";

/** Inputs as the program gave them, secrets in the same places; what is always secret is so although nobody said it. */
export function outgoingInputs(
  kind: ResourceKind,
  inputs: Properties,
  secrets: readonly PropertyPath[],
): WireObject {
  return send(markSecrets(inputs, { paths: [...secrets, ...alwaysSecret(kind)] }));
}

/**
 * Inputs that a read found. A secret may have moved; what is as it was stays as the program gave it, or the next update
 * would have every resource to write anew.
 *
 * @param before the inputs in the state
 */
export function foundInputs(
  kind: ResourceKind,
  inputs: Properties,
  secrets: KnownSecrets,
  before: Received,
): WireObject {
  const always = alwaysSecret(kind);
  const marks = { paths: [...secrets.paths, ...always], texts: secrets.texts, wholeLists: true };
  return send(
    markSecrets(inputs, { ...marks, before: { ...before, secrets: [...before.secrets, ...always] } }),
  );
}

/** Outputs. What repeats the declared configuration is secret as a whole: nobody has said what in it is. */
export function outgoingOutputs(kind: ResourceKind, outputs: Properties, secrets: KnownSecrets): WireObject {
  const always = kind.lifecycle.secretOutputs.map((output) => [output]);
  const paths = [...secrets.paths, ...always];
  const marked = markSecrets(outputs, { paths, texts: secrets.texts, wholeLists: true });
  // Without it, a resource that moves to the dynamic door could never be read or deleted there.
  return send({ ...marked, __provider: providerText });
}

/** The inputs that are secret whatever the program says. */
function alwaysSecret({ lifecycle }: ResourceKind): PropertyPath[] {
  return secretInputs(lifecycle, lifecycle.secretOutputs).map((input) => [input]);
}

/*
 * Most resources of a refresh are as the state has them. What the engine sent can then go back as it is, marks included:
 * nothing is marked anew, and nothing is written. Both functions err on the other side: where anything might be different,
 * the answer is made.
 */

/** Whether the inputs that a read found are those that came, with the same marks. */
export function inputsAsTheyCame(
  { lifecycle }: ResourceKind,
  found: Properties,
  came: Received,
  wire: WireObject,
): boolean {
  const foreign = Object.keys(wire).length > Object.keys(came.properties).length;
  return (
    !foreign &&
    areMarked(secretInputs(lifecycle, lifecycle.secretOutputs), came) &&
    isDeepStrictEqual(found, came.properties)
  );
}

/**
 * Whether the outputs that a read found are those that came, with the same marks, where nothing is secret but outputs that
 * always are, as a whole.
 *
 * @param secrets what is secret in the outputs and in the inputs
 */
export function outputsAsTheyCame(
  { lifecycle: { secretOutputs } }: ResourceKind,
  found: Properties,
  came: Received,
  wire: WireObject,
  secrets: KnownSecrets,
): boolean {
  const foreign = Object.keys(wire).length > Object.keys(came.properties).length + 1;
  if (foreign || wire.__provider !== providerText || secrets.texts.size > 0) return false;
  const others = secrets.paths.some((path) => path.length > 1 || !secretOutputs.includes(String(path[0])));
  return !others && areMarked(secretOutputs, came) && isDeepStrictEqual(found, came.properties);
}

/** Whether each of the properties is secret as a whole, if it is there. */
function areMarked(names: readonly string[], { properties, secrets }: Received): boolean {
  return names.every(
    (name) => properties[name] === undefined || secrets.some((path) => path.length === 1 && path[0] === name),
  );
}

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
