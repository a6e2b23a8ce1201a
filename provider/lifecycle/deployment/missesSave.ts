import type { DeployStatus } from "../../api/hostConfigApi";
import { serviceTime } from "./serviceTime";
import { finishedStatus, statusKind } from "./statusKind";

/**
 * Whether a host's status shows that what is saved was perhaps not published: its latest deployment failed, still runs,
 * or had ended before the last save.
 *
 * @param updatedAt when the host was saved last, as its record tells
 */
export function missesSave(status: DeployStatus, updatedAt: string | undefined): boolean {
  if (statusKind(status, undefined) === "importing") return false;
  if (finishedStatus(status) !== "published") return true;
  return serviceTime(updatedAt) > serviceTime(status.deployAt);
}
