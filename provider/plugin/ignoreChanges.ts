import { isObject, unionOfKeys, valueAt } from "../lifecycle/configuration/jsonKinds";
import { closed, opened } from "../lifecycle/configuration/storedConfigurations";
import type { PropertyPath } from "../lifecycle/configuration/propertyPath";
import type { Properties, Property } from "../lifecycle/configuration/unknown";
import { isLost } from "../lifecycle/lostSave";
import { reportedInputs, type PropertyShapes } from "../lifecycle/properties/propertyNames";
import { readPropertyPath } from "./propertyPaths";

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
