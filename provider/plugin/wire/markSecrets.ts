import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../lifecycle/configuration/jsonKinds";
import type { PropertyPath } from "../../lifecycle/configuration/propertyPath";
import { isUnknown, type Properties, type Property } from "../../lifecycle/configuration/unknown";
import { repeater } from "../../api/redact";
import type { Received } from "./receive";
import { Secret, type Marked, type MarkedProperties } from "./send";

/** What is secret in properties that go out. */
export interface SecretMarks {
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
