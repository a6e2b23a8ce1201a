import { isDeepStrictEqual } from "node:util";
import { providerText } from "../../dynamicProviderText";
import type { Properties } from "../../lifecycle/configuration/unknown";
import { secretInputs } from "../../lifecycle/properties/propertyNames";
import type { ResourceKind } from "../resourceKinds";
import type { Received } from "../wire/receive";
import type { WireObject } from "../wire/structCodec";
import type { KnownSecrets } from "./secretsOf";

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
