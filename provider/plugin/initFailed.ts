import { status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { safeText } from "../api/safeText";
import type { PartialFailure } from "../lifecycle/properties/partialFailure";
import { GrpcError } from "./grpcError";
import { errorMessages } from "./wire/protobuf";
import type { WireObject } from "./wire/structCodec";
import { toStruct } from "./wire/structs";

/**
 * The error by which the engine records what an operation reached: the resource is there with these properties, and is
 * not finished.
 */
export function initFailed(
  failure: PartialFailure,
  recorded: { properties: WireObject; inputs: WireObject },
  redact: (text: string) => string,
): GrpcError {
  const { Any, Status } = errorMessages();
  const detail = new ErrorResourceInitFailed();
  detail.setId(failure.id);
  detail.setProperties(toStruct(recorded.properties));
  detail.setInputs(toStruct(recorded.inputs));
  detail.setReasonsList(failure.reasons.map((reason) => safeText(redact(reason))));
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const message = redact(failure.message);
  const statusMessage = new Status();
  statusMessage.setCode(status.UNKNOWN);
  statusMessage.setMessage(safeText(message));
  statusMessage.addDetails(packed);
  return new GrpcError(status.UNKNOWN, message, statusMessage.serializeBinary());
}
