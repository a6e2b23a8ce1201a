import { isDeepStrictEqual } from "node:util";
import { repeater } from "../api/redact";
import { isObject, isUnknown, type Properties, type Property, type PropertyPath } from "../config/values";
import { secretInputs } from "../resource/inputs";
import type { ResourceLifecycle } from "../resource/lifecycle";
import { providerText } from "../runtime/dynamicState";
import type { KnownSecrets, Received } from "../runtime/secrets";
import type { WireObject } from "./structs";
import { Secret, send, type Marked, type MarkedProperties } from "./values";

/** Inputs as the program gave them, with secrets in the same places, and those that are always secret. */
export function outgoingInputs(
  lifecycle: ResourceLifecycle,
  inputs: Properties,
  secrets: readonly PropertyPath[],
): WireObject {
  return send(markSecrets(inputs, { paths: [...secrets, ...alwaysSecret(lifecycle)] }));
}

/**
 * Inputs that a read found. A secret may have moved; what is as it was stays as the program gave it, or the next update
 * would have every resource to write anew.
 *
 * @param before the inputs in the state
 */
export function foundInputs(
  lifecycle: ResourceLifecycle,
  inputs: Properties,
  secrets: KnownSecrets,
  before: Received,
): WireObject {
  const always = alwaysSecret(lifecycle);
  const marks = { paths: [...secrets.paths, ...always], texts: secrets.texts, wholeLists: true };
  return send(
    markSecrets(inputs, { ...marks, before: { ...before, secrets: [...before.secrets, ...always] } }),
  );
}

/** Outputs. An output that repeats the declared configuration is secret as a whole, because its secret parts have no marks. */
export function outgoingOutputs(
  lifecycle: ResourceLifecycle,
  outputs: Properties,
  secrets: KnownSecrets,
): WireObject {
  const always = lifecycle.secretOutputs.map((output) => [output]);
  const paths = [...secrets.paths, ...always];
  const marked = markSecrets(outputs, { paths, texts: secrets.texts, wholeLists: true });
  // Without it, a resource that moves to the dynamic provider could never be read or deleted there.
  return send({ ...marked, __provider: providerText });
}

/** The inputs that are secret whatever the program says. */
function alwaysSecret(lifecycle: ResourceLifecycle): PropertyPath[] {
  return secretInputs(lifecycle, lifecycle.secretOutputs).map((input) => [input]);
}

/**
 * Whether the inputs that a read found are those of the request, with the same marks. Most resources of a refresh are
 * unchanged: their properties go back as they came, without being marked or written again. If in doubt, the answer is no.
 */
export function sameInputs(
  lifecycle: ResourceLifecycle,
  found: Properties,
  before: Received,
  wire: WireObject,
): boolean {
  const foreign = Object.keys(wire).length > Object.keys(before.properties).length;
  return (
    !foreign &&
    areMarked(secretInputs(lifecycle, lifecycle.secretOutputs), before) &&
    isDeepStrictEqual(found, before.properties)
  );
}

/**
 * The same for the outputs that a read found, if nothing is secret but the outputs that always are, as a whole.
 *
 * @param secrets what is secret in the outputs and in the inputs
 */
export function sameOutputs(
  { secretOutputs }: ResourceLifecycle,
  found: Properties,
  before: Received,
  wire: WireObject,
  secrets: KnownSecrets,
): boolean {
  const foreign = Object.keys(wire).length > Object.keys(before.properties).length + 1;
  if (foreign || wire.__provider !== providerText || secrets.texts.size > 0) return false;
  const others = secrets.paths.some((path) => path.length > 1 || !secretOutputs.includes(String(path[0])));
  return !others && areMarked(secretOutputs, before) && isDeepStrictEqual(found, before.properties);
}

/** Whether each of the properties is secret as a whole, if it is there. */
function areMarked(names: readonly string[], { properties, secrets }: Received): boolean {
  return names.every(
    (name) => properties[name] === undefined || secrets.some((path) => path.length === 1 && path[0] === name),
  );
}

/** What is secret in properties that go out. */
interface SecretMarks {
  /** Values at these places are secret, as a whole. */
  paths: readonly PropertyPath[];
  /** Texts that are secret wherever they stand, also inside another and in any spelling. */
  texts?: ReadonlySet<string>;
  /**
   * Mark a list with a secret in it as a whole. For values that come from the service: there an item may have moved to
   * another place.
   */
  wholeLists?: boolean;
  /** Values that are still the same are marked as they were, and nothing else counts for them. */
  before?: Received;
}

/** What marks a value; where nothing is said of lists and texts, only its place does. */
interface Marking {
  wholeLists?: boolean;
  repeatsSecret?: (text: string) => boolean;
}

interface MarkTree {
  whole: boolean;
  members: Map<string | number, MarkTree>;
}

/** A value as it was, with its marks. */
interface Before {
  value: Property;
  tree: MarkTree | undefined;
}

/** Marks the secrets among the properties. */
export function markSecrets(properties: Properties, marks: SecretMarks): MarkedProperties {
  const { paths, texts = [], wholeLists = false, before } = marks;
  const was = before && { value: before.properties, tree: treeOf(before.secrets) };
  return markMembers(properties, treeOf(paths), { wholeLists, repeatsSecret: repeater(texts) }, was);
}

function markMembers(
  properties: Properties,
  tree: MarkTree | undefined,
  marks: Marking,
  was: Before | undefined,
): MarkedProperties {
  const marked = Object.entries(properties).map(([key, value]): [string, Marked] => [
    key,
    mark(value, tree?.members.get(key), marks, memberOf(was, key)),
  ]);
  return Object.fromEntries(marked);
}

function memberOf(was: Before | undefined, key: string): Before | undefined {
  if (was === undefined || !isObject(was.value) || !Object.hasOwn(was.value, key)) return undefined;
  return { value: was.value[key], tree: was.tree?.members.get(key) };
}

function treeOf(paths: readonly PropertyPath[]): MarkTree {
  const root: MarkTree = { whole: false, members: new Map() };
  for (const path of paths) {
    let at = root;
    for (const step of path) {
      const next = at.members.get(step) ?? { whole: false, members: new Map() };
      at.members.set(step, next);
      at = next;
    }
    at.whole = true;
  }
  return root;
}

function mark(value: Property, tree: MarkTree | undefined, marks: Marking, was?: Before): Marked {
  if (value === undefined) return value;
  if (was !== undefined && isDeepStrictEqual(value, was.value)) return mark(value, was.tree, {});
  if (tree?.whole === true) return new Secret(value);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => mark(item, tree?.members.get(index), marks));
    const moved = marks.wholeLists === true && (items.some(holdsSecret) || tree !== undefined);
    return moved ? new Secret(value) : items;
  }
  if (isObject(value)) return markMembers(value, tree, marks, was);
  // A secret was inside this place when it still was an object or a list.
  if (tree !== undefined) return new Secret(value);
  return typeof value === "string" && marks.repeatsSecret?.(value) === true ? new Secret(value) : value;
}

function holdsSecret(value: Marked): boolean {
  if (value instanceof Secret) return true;
  if (typeof value !== "object" || value === null || isUnknown(value)) return false;
  return Object.values(value as MarkedProperties).some(holdsSecret);
}
