import { providerText } from "../../dynamicProviderText";
import type { PropertyPath } from "../../lifecycle/configuration/propertyPath";
import type { Properties } from "../../lifecycle/configuration/unknown";
import { secretInputs } from "../../lifecycle/properties/propertyNames";
import type { ResourceKind } from "../resourceKinds";
import { markSecrets } from "../wire/markSecrets";
import type { Received } from "../wire/receive";
import { send } from "../wire/send";
import type { WireObject } from "../wire/structCodec";
import type { KnownSecrets } from "./secretsOf";

/** Inputs as the program gave them, secrets in the same places; what is always secret is so although nobody said it. */
export function outgoingInputs(
  kind: ResourceKind,
  inputs: Properties,
  secrets: readonly PropertyPath[],
): WireObject {
  return send(markSecrets(inputs, { paths: [...secrets, ...alwaysSecret(kind)] }));
}

/**
 * Inputs that a read found. A secret may have moved; what is as it was stays as the program gave it, or the next update
 * would have every resource to write anew.
 *
 * @param before the inputs in the state
 */
export function foundInputs(
  kind: ResourceKind,
  inputs: Properties,
  secrets: KnownSecrets,
  before: Received,
): WireObject {
  const always = alwaysSecret(kind);
  const marks = { paths: [...secrets.paths, ...always], texts: secrets.texts, wholeLists: true };
  return send(
    markSecrets(inputs, { ...marks, before: { ...before, secrets: [...before.secrets, ...always] } }),
  );
}

/** Outputs. What repeats the declared configuration is secret as a whole: nobody has said what in it is. */
export function outgoingOutputs(kind: ResourceKind, outputs: Properties, secrets: KnownSecrets): WireObject {
  const always = kind.lifecycle.secretOutputs.map((output) => [output]);
  const paths = [...secrets.paths, ...always];
  const marked = markSecrets(outputs, { paths, texts: secrets.texts, wholeLists: true });
  // Without it, a resource that moves to the dynamic door could never be read or deleted there.
  return send({ ...marked, __provider: providerText });
}

/** The inputs that are secret whatever the program says. */
function alwaysSecret({ lifecycle }: ResourceKind): PropertyPath[] {
  return secretInputs(lifecycle, lifecycle.secretOutputs).map((input) => [input]);
}
