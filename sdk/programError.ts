import { RunError, Output } from "@pulumi/pulumi";
import { safeText } from "../provider/api/safeText";
import { carryText, signatureKey } from "../provider/runtime/carriedText";

/** The error that ends a program without a stack: Pulumi's CLI prints its message as it is. */
export function programError(message: string, options?: ErrorOptions): RunError {
  return Object.assign(new RunError(safeText(message)), options);
}

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

/**
 * From here to the call of what it returns, Pulumi keeps no stacks for the properties of a resource.
 *
 * It writes out the stack of the constructor four times for every property, to show it where `PULUMI_DEBUG_PROMISE_LEAKS`
 * is set: with a thousand resources that takes seconds. Where a resource stands in the program it finds out by itself.
 *
 * @returns the end; gives back the error that it is given, with the stack of here, which the program's author needs
 */
export function leaveOutPropertyStacks(): (error?: unknown) => unknown {
  const { stackTraceLimit } = Error;
  if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
  return function end(error) {
    Error.stackTraceLimit = stackTraceLimit;
    if (error instanceof Error) Error.captureStackTrace(error, end);
    return error;
  };
}
