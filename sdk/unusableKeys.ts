import { Output } from "@pulumi/pulumi";
import { carryText } from "../provider/engine/carriedText";
import { signatureKey } from "../provider/engine/signatures";
import { programError } from "./programError";

/** Keys that Pulumi's own serialisation in Node.js corrupts or fails on, without a word of where. */
const unusableKeys = new Set(["__proto__", signatureKey]);

/**
 * Refuses inputs with keys that would not reach the engine as they are.
 *
 * @throws RunError that names the resource and the place
 */
export function refuseUnusableKeys(resource: string, value: unknown, path = ""): void {
  if (typeof value !== "object" || value === null || value instanceof Promise || Output.isInstance(value))
    return;
  for (const [key, member] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    const breaksText = key === "toString" && typeof member !== "function";
    if (unusableKeys.has(key) || breaksText) {
      const advice = key === signatureKey ? `write it as '${carryText(key)}'` : "choose another";
      throw programError(
        `${resource}: the key at ${place} cannot be used in a Pulumi program in Node.js; ${advice}.`,
      );
    }
    refuseUnusableKeys(resource, member, place);
  }
}
