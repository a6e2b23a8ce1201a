import type { PropertyPath } from "../lifecycle/configuration/propertyPath";

/** The path as the engine reads it: unlike in JSON, only quotes are escaped. */
export function writePropertyPath(path: PropertyPath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[a-zA-Z_$][a-zA-Z0-9_$-]*$/.test(step)) return `["${step.replaceAll('"', '\\"')}"]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** The steps of a path of the engine's; `*` stands for every key and index. */
export function readPropertyPath(text: string): PropertyPath {
  const steps = text.matchAll(/\["((?:\\"|[^"])*)"\]|\[([0-9]+|\*)\]|([^.[]+)/g);
  return [...steps].map(([, quoted, index, name]) => {
    if (quoted !== undefined) return quoted.replaceAll('\\"', '"');
    if (index !== undefined) return index === "*" ? index : Number(index);
    return name ?? "";
  });
}
