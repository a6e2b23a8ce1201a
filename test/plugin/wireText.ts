import type { WireObject, WireValue } from "../../provider/plugin/structs";
import { secretSignature, signatureKey, unknownText } from "../../provider/runtime/carriedText";

/** A secret, as the engine writes it. */
export function secret(value: WireValue): WireObject {
  return { [signatureKey]: secretSignature, value };
}

/** A value that is not known yet, as the engine writes it. */
export const unknown: WireValue = unknownText;
