import type { DeployStatus } from "../../api/hostConfigApi";
import { isOfAnotherType } from "./deploymentSigns";
import { serviceTime } from "./serviceTime";

/** How a deployment ends. */
export const finishedStatuses = ["published", "error", "canceled", "timeout"] as const;
export type FinishedStatus = (typeof finishedStatuses)[number];

/** What tells one finished deployment from the next. */
export interface DeploymentMark {
  status?: string | undefined;
  deployAt?: string | undefined;
  /** Not compared: whether there is one tells whether the service shows types. */
  type?: string | undefined;
}

/**
 * What one look at a host's status says, seen from a deployment of ours:
 *
 * - `none`: no deployment history (or no such host);
 * - `idle`: neither running nor finished, as after a reset, or the end of an account import;
 * - `deploying`, `importing`: the host is busy;
 * - `old`: finished, but by its mark the deployment that had finished before ours, or an earlier one;
 * - `others`: finished since, and of another type than ours: somebody else's;
 * - `ended`: finished, and neither of these.
 */
export type StatusKind = "none" | "idle" | "deploying" | "importing" | "old" | "others" | "ended";

/** What tells a deployment of ours from others. */
export interface OwnDeployment {
  /** The type it was started with. */
  type: string;
  /** The deployment that had finished before. */
  before: DeploymentMark;
}

/** Reads a status in the light of our own deployment. */
export function statusKind(status: DeployStatus | undefined, ours: OwnDeployment | undefined): StatusKind {
  if (status === undefined) return "none";
  if (status.publishingStatus === "import") return "importing";
  if (isDeploying(status)) return "deploying";
  if (finishedStatus(status) === undefined) return "idle";
  if (ours === undefined) return "ended";
  // The end of an import may look like that of a deployment, without a type.
  const isTyped = status.deployType !== undefined || ours.before.type === undefined;
  if (status.publishingStatus === "published" && !isTyped) return "idle";
  if (isOld(markOf(status), ours.before)) return "old";
  return isOfAnotherType(status, ours.type) ? "others" : "ended";
}

/** The finished status that the service reports, `undefined` while there is none. */
export function finishedStatus(status: DeployStatus): FinishedStatus | undefined {
  return finishedStatuses.find((finished) => finished === status.publishingStatus);
}

/** The mark of the deployment that a status speaks of. */
export function markOf(status: DeployStatus | undefined): DeploymentMark {
  return { status: status?.publishingStatus, deployAt: status?.deployAt, type: status?.deployType };
}

/** Whether a result is that of the deployment before, or, as a service behind a cache may show it, an even earlier one. */
function isOld(mark: DeploymentMark, before: DeploymentMark): boolean {
  const isSame = mark.status === before.status && mark.deployAt === before.deployAt;
  return isSame || serviceTime(mark.deployAt) < serviceTime(before.deployAt);
}

/**
 * `is_deploying` suffices where it is true. Where it is not, a deployment may still be marked active because it makes no
 * progress; and a status that stayed `deploy` after a reset is marked active no more.
 */
function isDeploying({ isDeploying, publishing, publishingStatus }: DeployStatus): boolean {
  if (isDeploying === true) return true;
  const finished = finishedStatuses.some((status) => status === publishingStatus);
  if (finished) return isDeploying === undefined && publishing === true;
  return publishing ?? isDeploying ?? publishingStatus === "deploy";
}
