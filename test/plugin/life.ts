import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { fromStruct, type WireObject } from "../../provider/plugin/structs";
import type { CallError, Plugin } from "./pluginHarness";
import { createRequest, updateRequest } from "./requests";

/** A resource as the engine would record it. */
export interface Recorded {
  id: string;
  outputs: WireObject;
}

/** Creates a resource for real. */
export async function created(plugin: Plugin, inputs: WireObject, type?: string): Promise<Recorded> {
  const about = type === undefined ? {} : { type };
  const answer = await plugin.call("create", createRequest(inputs, about));
  return { id: answer.getId(), outputs: fromStruct(answer.getProperties()) };
}

/** Updates a resource for real. */
export async function updated(plugin: Plugin, olds: WireObject, news: WireObject): Promise<WireObject> {
  const answer = await plugin.call("update", updateRequest(olds, news));
  return fromStruct(answer.getProperties());
}

/** What an engine reads out of the error of an operation that ended half-way. */
export function partialFailure(error: CallError): Recorded & { inputs: WireObject; reasons: string[] } {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  if (!(bytes instanceof Buffer)) throw new Error(`No partial failure: ${error.details}`);
  const { Status } = jest.requireActual<{ Status: StatusClass }>("@pulumi/pulumi/proto/status_pb");
  const [detail] = Status.deserializeBinary(bytes).getDetailsList();
  if (detail?.getTypeName() !== "pulumirpc.ErrorResourceInitFailed")
    throw new Error("Another kind of detail.");
  const failed = messages.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
  return {
    id: failed.getId(),
    outputs: fromStruct(failed.getProperties()),
    inputs: fromStruct(failed.getInputs()),
    reasons: failed.getReasonsList(),
  };
}

interface StatusClass {
  deserializeBinary(bytes: Uint8Array): {
    getDetailsList(): { getTypeName(): string; getValue_asU8(): Uint8Array }[];
  };
}
