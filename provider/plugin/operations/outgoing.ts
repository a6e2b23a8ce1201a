import { providerText } from "../../dynamicProviderText";
import { isObject } from "../../lifecycle/configuration/jsonKinds";
import type { PropertyPath } from "../../lifecycle/configuration/propertyPath";
import type { Properties } from "../../lifecycle/configuration/unknown";
import type { ResourceKind } from "../resourceKinds";
import { markSecrets } from "../wire/markSecrets";
import { send } from "../wire/send";
import type { WireObject } from "../wire/structCodec";
import type { KnownSecrets } from "./secretsOf";

/** Inputs as the program gave them, secrets in the same places; what is always secret is so although nobody said it. */
export function outgoingInputs(
  kind: ResourceKind,
  inputs: Properties,
  secrets: readonly PropertyPath[],
): WireObject {
  const always = secretInputs(kind).map((input) => [input]);
  return send(markSecrets(inputs, { paths: [...secrets, ...always] }));
}

/** Inputs that a read found. A secret may have moved. */
export function foundInputs(kind: ResourceKind, inputs: Properties, secrets: KnownSecrets): WireObject {
  const always = secretInputs(kind).map((input) => [input]);
  const paths = [...secrets.paths, ...always];
  return send(markSecrets(inputs, { paths, texts: secrets.texts, wholeLists: true }));
}

/**
 * Outputs. `savedJson` repeats the declared configuration and is secret where that is. Where no configuration is
 * declared, or keys of others are kept, nobody has said what in it is secret: then all of it is.
 */
export function outgoingOutputs(kind: ResourceKind, outputs: Properties, secrets: KnownSecrets): WireObject {
  const declaresAll = outputs.json !== undefined && outputs.ownership !== "declared";
  const saved = declaresAll && isObject(outputs.savedJson) ? savedPaths(secrets.paths) : [["savedJson"]];
  const always = [...secretInputs(kind), "__state"].map((output) => [output]);
  const paths = [...secrets.paths, ...saved, ...always];
  // Without it, a resource that moves to the dynamic door could never be read or deleted there.
  const recorded = { ...outputs, __provider: providerText };
  return send(markSecrets(recorded, { paths, texts: secrets.texts, wholeLists: true }));
}

function savedPaths(paths: readonly PropertyPath[]): PropertyPath[] {
  return paths.filter(([root]) => root === "json").map(([, ...rest]) => ["savedJson", ...rest]);
}

/** The inputs that are secret whatever the program says. */
function secretInputs(kind: ResourceKind): string[] {
  return kind.lifecycle.secretOutputs.filter((output) => output !== "savedJson" && output !== "__state");
}
