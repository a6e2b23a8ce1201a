import { closed, opened } from "../config/configurationValue";
import {
  isObject,
  unionOfKeys,
  valueAt,
  type Properties,
  type Property,
  type PropertyPath,
} from "../config/values";
import { reportedInputs, type PropertyShapes } from "../resource/inputs";
import { isLost } from "../resource/state";
import { carryText, openText } from "../runtime/carriedText";

/** A path as the engine reads it. */
interface WrittenPath {
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

/**
 * The inputs with what `ignoreChanges` names left as it is in the state.
 *
 * The engine has put the old inputs there already. After an update that ended half-way, these are older than what the
 * resource has reached, so that without this the ignored part would go back. Only after a save whose answer was lost are they
 * all that is left of what was declared.
 */
export function withoutIgnored(
  news: Properties,
  olds: Properties,
  ignored: readonly string[],
  shapes: PropertyShapes,
): Properties {
  const reported = reportedInputs(shapes);
  const paths = ignored
    .map(readPropertyPath)
    .flatMap((path) => (path[0] === "*" ? rootPaths(shapes, path) : [path]));
  const before = opened(olds);
  const inputs = paths
    .filter(([root]) => typeof root === "string" && !reported.includes(root) && !isLost(olds, root))
    .reduce((inputs, path) => {
      const taken = takeOver(inputs, before, path);
      return isObject(taken) ? taken : inputs;
    }, opened(news));
  return closed(inputs);
}

function rootPaths({ inputs }: PropertyShapes, [, ...rest]: PropertyPath): PropertyPath[] {
  return Object.keys(inputs.shape).map((input) => [input, ...rest]);
}

/** `now` with the value of `before` at the path. */
function takeOver(now: Property, before: Property, path: PropertyPath): Property {
  const [step, ...rest] = path;
  if (step === undefined) return before;
  if (Array.isArray(now) && Array.isArray(before)) {
    return now.map((item, index) =>
      step === "*" || step === index ? takeOver(item, before[index], rest) : item,
    );
  }
  if (typeof step === "number" || !isObject(now) || !isObject(before)) return now;
  const keys = step === "*" ? unionOfKeys(now, before) : [step];
  const changed = new Map(Object.entries(now));
  for (const key of keys) {
    const value = takeOver(valueAt(now, key), valueAt(before, key), rest);
    if (value === undefined) changed.delete(key);
    else changed.set(key, value);
  }
  return Object.fromEntries(changed);
}
