import { carryText, openText } from "../engine/carriedText";
import type { PropertyPath } from "../lifecycle/configuration/propertyPath";

/** A path as the engine reads it. */
export interface WrittenPath {
  text: string;
  /** Whether the text names the path itself, and not a parent of it. */
  exact: boolean;
}

/**
 * The path as the engine reads it: unlike in JSON, only quotes are escaped. So nothing tells a backslash at the end of a
 * key from one that escapes the quote behind it; such a key is named by its parent.
 */
export function writePropertyPath(path: PropertyPath): WrittenPath {
  const steps = path.map((step) => (typeof step === "string" ? carryText(step) : step));
  const unnamed = steps.findIndex((step) => typeof step === "string" && step.endsWith("\\"));
  const named = unnamed === -1 ? steps : steps.slice(0, unnamed);
  return { text: named.map(writeStep).join(""), exact: unnamed === -1 };
}

function writeStep(step: PropertyPath[number], index: number): string {
  if (typeof step === "number") return `[${step}]`;
  if (!/^[a-zA-Z_$][a-zA-Z0-9_$-]*$/.test(step)) return `["${step.replaceAll('"', '\\"')}"]`;
  return index === 0 ? step : `.${step}`;
}

/** The steps of a path of the engine's; `*` stands for every key and index. */
export function readPropertyPath(text: string): PropertyPath {
  const steps = text.matchAll(/\["((?:\\"|[^"])*)"\]|\[([0-9]+|\*)\]|([^.[]+)/g);
  return [...steps].map(([, quoted, index, name]) => {
    if (quoted !== undefined) return openText(quoted.replaceAll('\\"', '"'));
    if (index !== undefined) return index === "*" ? index : Number(index);
    return openText(name ?? "");
  });
}
