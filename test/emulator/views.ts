import type { JsonObject } from "./json";
import { deployedJson, latestDeployment } from "./model/deploying";
import type { Deployment, DeployType, PublishingStatus } from "./model/deployment";
import type { GroupRecord, HostRecord } from "./model/records";
import type { Service } from "./model/service";

/** A host as it is in the service, with what no endpoint tells. */
export interface HostView {
  readonly id: number;
  readonly clientId: number;
  readonly name: string;
  readonly active: boolean;
  readonly savedJson: JsonObject;
  readonly jsonAdmin: JsonObject | null;
  readonly yaml: string | null;
  readonly yamlAdmin: string | null;
  /** What the last published deployment applied; null before the first. */
  readonly deployedJson: JsonObject | null;
  /** The `publishing_status` as of now; null without a history. */
  readonly status: PublishingStatus | null;
  /** Everything that ever ran, imports included, oldest first. */
  readonly deployments: readonly DeploymentView[];
}

export interface DeploymentView {
  readonly kind: "deploy" | "import";
  readonly type: DeployType | null;
  readonly status: PublishingStatus;
  /** Milliseconds of the emulator's clock. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly jsonAtStart: JsonObject;
}

export interface GroupView {
  readonly id: number;
  readonly clientId: number;
  readonly name: string;
  readonly savedJson: JsonObject;
}

export function hostView(service: Service, host: HostRecord): HostView {
  const latest = latestDeployment(service, host);
  return {
    id: host.id,
    clientId: host.clientId,
    name: host.name,
    active: host.active,
    savedJson: host.json,
    jsonAdmin: host.jsonAdmin,
    yaml: host.yaml,
    yamlAdmin: host.yamlAdmin,
    deployedJson: deployedJson(service, host),
    status: latest === null ? null : statusOf(latest),
    deployments: host.history.map((deployment) => ({
      kind: deployment.kind,
      type: deployment.type,
      status: statusOf(deployment),
      startedAt: deployment.startedAt,
      endedAt: deployment.ended?.at ?? null,
      jsonAtStart: deployment.jsonAtStart,
    })),
  };
}

export function groupView(group: GroupRecord): GroupView {
  return { id: group.id, clientId: group.clientId, name: group.name, savedJson: group.json };
}

function statusOf({ kind, ended }: Deployment): PublishingStatus {
  return ended?.status ?? kind;
}
