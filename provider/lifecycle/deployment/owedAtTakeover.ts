import type { DeployStatus } from "../../api/hostConfigApi";
import { missesSave } from "./missesSave";

/**
 * Whether a host is to be deployed at a takeover that found nothing to save. One whose process was killed after its save
 * looks like that, and nobody else remembers it.
 *
 * @param onCreate `deploy.onCreate`, as the program gives it
 * @param updatedAt when the configuration was saved last, as its record tells
 */
export function owedAtTakeover(
  onCreate: boolean | undefined,
  status: DeployStatus | undefined,
  updatedAt: string | undefined,
): boolean {
  if (onCreate === false) return false;
  // A host that was never deployed may be meant to stay so, unless the program says otherwise itself.
  return status === undefined ? onCreate === true : missesSave(status, updatedAt);
}
