import { CheckFailure } from "@pulumi/pulumi/proto/provider_pb";
import { safeText } from "../api/safeText";

/**
 * A failed check as the engine reads it.
 *
 * @param property the engine prints its value beside the reason, secrets in plain text; `undefined` leaves it out
 */
export function checkFailure(reason: string, property?: string): CheckFailure {
  const failure = new CheckFailure();
  if (property !== undefined) failure.setProperty(safeText(property));
  failure.setReason(safeText(reason));
  return failure;
}
