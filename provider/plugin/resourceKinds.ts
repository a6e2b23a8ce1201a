import { status } from "@grpc/grpc-js";
import type { HostConfigApi } from "../api/hostConfigApi";
import { groupConfigLifecycle, hostLifecycle, type ResourceLifecycle } from "../lifecycle/resourceLifecycle";
import { GrpcError } from "./grpcError";

/** A record of the service, as far as a name is looked up. */
interface NamedRecord {
  id: number;
  name: string;
}

/** One type of resource, as this door needs to know it. */
export interface ResourceKind {
  /** What messages call a record of the service. */
  noun: "host" | "group";
  lifecycle: ResourceLifecycle;
  /** The input that names an existing record, and the id of the resource. */
  idInput: "hostId" | "groupId";
  /** Outputs beside the inputs; those of them that are inputs too are known as soon as the program gives them. */
  outputs: readonly string[];
  /** The output that a deployment changes. */
  deploymentOutput: "deployment" | "deployments";
  /** Records of the client whose names contain the text. */
  search(api: HostConfigApi, clientId: number, name: string, signal: AbortSignal): Promise<NamedRecord[]>;
}

const kinds: ReadonlyMap<string, ResourceKind> = new Map([
  [
    "hostconfig:index:Host",
    {
      noun: "host",
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
      search: async (api, clientId, name, signal) => {
        const hosts = await api.listHosts({ search: name }, { signal });
        return hosts.filter((host) => host.clientId === clientId);
      },
    },
  ],
  [
    "hostconfig:index:GroupConfig",
    {
      noun: "group",
      lifecycle: groupConfigLifecycle,
      idInput: "groupId",
      outputs: ["name", "clientId", "savedJson", "fingerprint", "createdAt", "updatedAt", "deployments"],
      deploymentOutput: "deployments",
      search: (api, clientId, name, signal) => api.listClientGroups(clientId, { search: name }, { signal }),
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
