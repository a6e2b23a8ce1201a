import { status } from "@grpc/grpc-js";
import { groupConfigLifecycle, hostLifecycle, type ResourceLifecycle } from "../resource/lifecycle";
import { GrpcError } from "./errors";

/** One type of resource, as this door needs to know it. */
export interface ResourceKind {
  lifecycle: ResourceLifecycle;
  /** The input that names an existing record, and the id of the resource. */
  idInput: "hostId" | "groupId";
  /** The output that a deployment changes. */
  deploymentOutput: "deployment" | "deployments";
}

const kinds: ReadonlyMap<string, ResourceKind> = new Map([
  [
    "hostconfig:index:Host",
    {
      lifecycle: hostLifecycle,
      idInput: "hostId",
      deploymentOutput: "deployment",
    },
  ],
  [
    "hostconfig:index:GroupConfig",
    {
      lifecycle: groupConfigLifecycle,
      idInput: "groupId",
      deploymentOutput: "deployments",
    },
  ],
]);

/** The type of resource under the token, such as `hostconfig:index:Host`. */
export function resourceKind(type: string): ResourceKind {
  const kind = kinds.get(type);
  if (kind === undefined) {
    throw new GrpcError(
      status.INVALID_ARGUMENT,
      `hostconfig has no resource type ${type}; it has ${[...kinds.keys()].join(" and ")}.`,
    );
  }
  return kind;
}
