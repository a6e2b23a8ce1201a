import type { DeployStatus } from "../../api/hostConfigApi";
import { doesWorkOf } from "./deploymentSigns";
import { isLater, serviceTime } from "./serviceTime";
import { statusKind } from "./statusKind";

/**
 * When a configuration was saved that the state does not know of, as the record says; `undefined` if the record does not show such a save. A service
 * that leaves the time of a record as it is at a save says nothing by it.
 *
 * @param seenAt the time of the record in the state
 */
export function savedSince(updatedAt: string | undefined, seenAt: string | undefined): string | undefined {
  return serviceTime(updatedAt) > serviceTime(seenAt) ? updatedAt : undefined;
}

/**
 * Whether the status shows for certain that what was saved at a time has been published since: by a run that was killed before the state was
 * written, or by a person. If the times do not tell, it was not.
 *
 * @param savedAt when the configuration was saved last, as its record says
 * @param type the deployment that is due
 */
export function wasPublishedSince(
  savedAt: string | undefined,
  status: DeployStatus | undefined,
  type: string,
): boolean {
  if (status?.publishingStatus !== "published" || statusKind(status, undefined) !== "ended") return false;
  // The end of an account import may look like a deployment's, without a type.
  if (!doesWorkOf(status, type)) return false;
  return isLater(status.deployAt, savedAt);
}
