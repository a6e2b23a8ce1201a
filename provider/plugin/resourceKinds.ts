import { status } from "@grpc/grpc-js";
import { groupConfigLifecycle, hostLifecycle, type ResourceLifecycle } from "../lifecycle/resourceLifecycle";
import { GrpcError } from "./grpcError";

/** One type of resource, as this door needs to know it. */
export interface ResourceKind {
  lifecycle: ResourceLifecycle;
  /** The input that names an existing record, and the id of the resource. */
  idInput: "hostId" | "groupId";
  /** Outputs beside the inputs; those of them that are inputs too are known as soon as the program gives them. */
  outputs: readonly string[];
  /** The output that a deployment changes. */
  deploymentOutput: "deployment" | "deployments";
}

const kinds: ReadonlyMap<string, ResourceKind> = new Map([
  [
    "hostconfig:index:Host",
    {
      lifecycle: hostLifecycle,
      idInput: "hostId",
      outputs: [
        "hostId",
        "name",
        "clientId",
        "active",
        "savedJson",
        "fingerprint",
        "createdAt",
        "updatedAt",
        "deployment",
      ],
      deploymentOutput: "deployment",
    },
  ],
  [
    "hostconfig:index:GroupConfig",
    {
      lifecycle: groupConfigLifecycle,
      idInput: "groupId",
      outputs: ["name", "clientId", "savedJson", "fingerprint", "createdAt", "updatedAt", "deployments"],
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
