import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../../provider/api/json";
import type { Ownership } from "../../../../provider/config/ownership";
import { isObject } from "../arbitraries";
import { isRelated } from "./plainMerge";

/** What somebody does by hand at one place: gives a key another value, adds a key beside it, or removes it. */
interface HandChange {
  do: "set" | "add" | "remove";
  /** Which of the keys, counted around. */
  at: number;
  /** Of the key to add; no configuration has it yet. */
  name: string;
  value: JsonValue;
}

export function handChanges(added: fc.Arbitrary<JsonValue>): fc.Arbitrary<HandChange[]> {
  const change = fc.oneof(
    fc.record({
      do: fc.constantFrom("set" as const, "remove" as const),
      at: fc.nat(50),
      name: fc.constant(""),
      value: fc.constantFrom<JsonValue>("by hand", 77, 2 ** 60, [1, 2, 3, 4, 5]),
    }),
    fc.record({
      do: fc.constant("add" as const),
      at: fc.nat(50),
      name: fc.constantFrom("by hand", "by.hand", "valueOf"),
      value: added,
    }),
  );
  return fc.array(change, { minLength: 1, maxLength: 4 });
}

/** A change that was made, and where. */
interface Made {
  do: HandChange["do"];
  path: readonly string[];
}

/** The configuration after the changes, and those of them that were made: none inside the place of another. */
export function changedByHand(
  held: JsonObject,
  changes: readonly HandChange[],
): { held: JsonObject; made: Made[] } {
  const members = memberPaths(held);
  return changes.reduce<{ held: JsonObject; made: Made[] }>(
    (all, { do: action, at, name, value }) => {
      const member = members[at % Math.max(1, members.length)] ?? [];
      if (member.length === 0 && action !== "add") return all;
      const path = action === "add" ? [...member.slice(0, -1), name] : member;
      if (all.made.some((other) => isRelated(other.path, path))) return all;
      const changed = withValueAt(all.held, path, action === "remove" ? undefined : value);
      return { held: changed, made: [...all.made, { do: action, path }] };
    },
    { held, made: [] },
  );
}

/** What a preview has to say about the changes, and nothing else: `update a.b` as `["update", "a", "b"]`. */
export function visibleChanges(declared: JsonObject, made: readonly Made[], ownership: Ownership): string[] {
  const shown = made.flatMap(({ do: action, path }): string[][] => {
    if (hasMember(declared, path)) return [[action === "set" ? "update" : "delete", ...path]];
    // A default that somebody removed: no declaration says that it is not there.
    if (ownership === "declared" || action === "remove") return [];
    const length = path.findIndex((_, index) => !hasMember(declared, path.slice(0, index + 1))) + 1;
    return [["add", ...path.slice(0, length)]];
  });
  return [...new Set(shown.map((one) => JSON.stringify(one)))].sort();
}

function memberPaths(object: JsonObject, path: readonly string[] = []): string[][] {
  return Object.entries(object).flatMap(([key, value]) => [
    [...path, key],
    ...(isObject(value) ? memberPaths(value, [...path, key]) : []),
  ]);
}

function hasMember(object: JsonObject, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true;
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (value === undefined || rest.length === 0) return value !== undefined;
  return isObject(value) && hasMember(value, rest);
}

function withValueAt(
  object: JsonObject,
  [key, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  if (key === undefined) return object;
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  const member = rest.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, rest, value);
  const members = Object.entries(object).filter(([name]) => name !== key);
  return Object.fromEntries(member === undefined ? members : [...members, [key, member]]);
}
