import { isObject } from "./jsonKinds";
import type { Properties, Property } from "./unknown";

/** Which keys of a configuration a resource owns: all of them, or those at the ends of these branches. */
export type OwnedKeys = "all" | KeyTree;

type KeyTree = ReadonlyMap<string, KeyTree | "owned">;

/** What a resource owns by its inputs; `undefined` where it manages no `json`, or its keys are not known yet. */
export function ownedKeys({ json, ownership }: Properties): OwnedKeys | undefined {
  if (json === undefined) return undefined;
  if (ownership === undefined || ownership === "whole") return "all";
  return isObject(json) && ownership === "declared" ? treeOf(json) : undefined;
}

/** Whether something is owned by both. */
export function ownInCommon(left: OwnedKeys, right: OwnedKeys): boolean {
  if (left === "all" || right === "all") return true;
  return [...left].some(([key, below]) => {
    const other = right.get(key);
    if (other === undefined) return false;
    return below === "owned" || other === "owned" || ownInCommon(below, other);
  });
}

function treeOf(object: Properties): KeyTree {
  return new Map(Object.entries(object).map(([key, value]) => [key, branchOf(value)]));
}

/** A list is owned as a whole, and so is what is not known yet. */
function branchOf(value: Property): KeyTree | "owned" {
  return isObject(value) ? treeOf(value) : "owned";
}
