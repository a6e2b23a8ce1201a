import type { DeployStatus } from "../../api/hostConfigApi";

/** How a deployment ends. */
export const finishedStatuses = ["published", "error", "canceled", "timeout"] as const;
export type FinishedStatus = (typeof finishedStatuses)[number];

/** What tells one finished deployment from the next. */
export interface DeploymentMark {
  status?: string | undefined;
  deployAt?: string | undefined;
}

/**
 * What one look at a host's status says, seen from a deployment of ours:
 *
 * - `none`: no deployment history (or no such host);
 * - `idle`: neither running nor finished, as after a reset;
 * - `deploying`, `importing`: the host is busy;
 * - `old`: finished, but by every sign the deployment that had finished before ours;
 * - `ended`: finished, and not the one from before.
 */
export type StatusKind = "none" | "idle" | "deploying" | "importing" | "old" | "ended";

/** Reads a status in the light of the deployment that had finished before ours was started (`before`). */
export function statusKind(status: DeployStatus | undefined, before: DeploymentMark | undefined): StatusKind {
  if (status === undefined) return "none";
  if (status.publishingStatus === "import") return "importing";
  if (isDeploying(status)) return "deploying";
  if (finishedStatus(status) === undefined) return "idle";
  return before !== undefined && sameMark(markOf(status), before) ? "old" : "ended";
}

/** The finished status that the service reports, `undefined` while there is none. */
export function finishedStatus(status: DeployStatus): FinishedStatus | undefined {
  return finishedStatuses.find((finished) => finished === status.publishingStatus);
}

/** The mark of the deployment that a status speaks of. */
export function markOf(status: DeployStatus | undefined): DeploymentMark {
  return { status: status?.publishingStatus, deployAt: status?.deployAt };
}

function sameMark(left: DeploymentMark, right: DeploymentMark): boolean {
  return left.status === right.status && left.deployAt === right.deployAt;
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
