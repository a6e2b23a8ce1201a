import type { PartialFailure } from "../resource/partialFailure";
import { Metadata, status, type StatusObject } from "@grpc/grpc-js";
import { CheckFailure, ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { safeMessage, safeText } from "../api/safeText";

import { errorMessages, toStruct, type WireObject } from "./structs";

/** An error with the code by which the engine tells how much is known of the resource. */
export class GrpcError extends Error {
  readonly code: status;
  /** Details for the engine, in the form of `grpc-status-details-bin`. */
  readonly statusDetails: Uint8Array | undefined;

  constructor(code: status, message: string, statusDetails?: Uint8Array) {
    super(message);
    this.name = "GrpcError";
    this.code = code;
    this.statusDetails = statusDetails;
  }
}

/** What goes over the wire for an error. */
export function statusOf(error: unknown): Partial<StatusObject> {
  const details = safeMessage(error);
  const metadata = new Metadata();
  if (error instanceof GrpcError && error.statusDetails !== undefined) {
    metadata.set("grpc-status-details-bin", Buffer.from(error.statusDetails));
  }
  return { code: codeOf(error), details, metadata };
}

/** To the engine, `INTERNAL` says that the resource's state is not known; all other failures have changed nothing. */
export function codeOf(error: unknown): status {
  if (error instanceof GrpcError) return error.code;
  const defects = [TypeError, RangeError, ReferenceError, SyntaxError];
  const isDefect = !(error instanceof Error) || defects.some((defect) => error instanceof defect);
  return isDefect || error.name === "ZodError" ? status.INTERNAL : status.FAILED_PRECONDITION;
}

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

/**
 * The error by which the engine records what an operation reached: the resource is there with these properties, and is
 * not finished.
 */
export function initFailed(
  failure: PartialFailure,
  recorded: { properties: WireObject; inputs: WireObject },
  shown: (text: string) => string,
): GrpcError {
  const { Any, Status } = errorMessages();
  const detail = new ErrorResourceInitFailed();
  detail.setId(failure.id);
  detail.setProperties(toStruct(recorded.properties));
  detail.setInputs(toStruct(recorded.inputs));
  detail.setReasonsList(failure.reasons.map(shown));
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const message = shown(failure.message);
  const statusMessage = new Status();
  statusMessage.setCode(status.UNKNOWN);
  statusMessage.setMessage(message);
  statusMessage.addDetails(packed);
  return new GrpcError(status.UNKNOWN, message, statusMessage.serializeBinary());
}
