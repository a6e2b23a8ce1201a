import type { DeployStatus } from "../../../api/hostConfigApi";
import { DeploymentError } from "./deploymentError";

/** The host is deploying or importing, and `deploy.whenBusy` is `fail`. */
export class HostBusyError extends DeploymentError {
  constructor(host: { id: number; label: string }, status: DeployStatus | undefined) {
    const work =
      status?.publishingStatus === "import" ? "an account import is running" : "a deployment is running";
    super(
      `${host.label}: ${work}, and deploy.whenBusy is "fail". Run \`pulumi up\` again when it has ended, or set deploy.whenBusy to "wait".`,
      host.id,
      { status },
    );
  }
}
