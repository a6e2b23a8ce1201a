import type { DeleteRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { Empty as EmptyMessage } from "google-protobuf/google/protobuf/empty_pb";
import { resourceKind } from "../resourceKinds";
import { receive } from "../wire/receive";
import { fromStruct } from "../wire/structs";
import { Empty } from "../wire/protobuf";
import { operate, type Surroundings } from "./operate";
import { secretsOf } from "./secretsOf";

/** Lets a resource go. */
export async function deleteResource(
  surroundings: Surroundings,
  request: DeleteRequest,
): Promise<EmptyMessage> {
  const kind = resourceKind(request.getType());
  const olds = receive(fromStruct(request.getProperties()));
  await operate(
    surroundings,
    { urn: request.getUrn(), timeout: request.getTimeout(), secrets: secretsOf(olds) },
    (context) => kind.lifecycle.delete(context, olds.properties),
  );
  return new Empty();
}
