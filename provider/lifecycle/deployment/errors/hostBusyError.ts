import type { DeployStatus } from "../../../api/hostConfigApi";
import { DeploymentError } from "./deploymentError";
import { nextRun, type ToldHost } from "./nextRun";

/** The host is deploying or importing, and `deploy.whenBusy` is `fail`. */
export class HostBusyError extends DeploymentError {
  constructor(host: ToldHost, status: DeployStatus | undefined) {
    const work =
      status?.publishingStatus === "import" ? "an account import is running" : "a deployment is running";
    super(
      `${host.label}: ${work}, and deploy.whenBusy is "fail". Run ${nextRun(host.restores).command} again when it has ended, or set deploy.whenBusy to "wait".`,
      host.id,
      { status },
    );
  }
}
