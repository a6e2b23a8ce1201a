import { withoutFullStop } from "../../../api/withoutFullStop";
import { DeploymentError, type DeploymentTrace } from "./deploymentError";
import { nextRun, type ToldHost } from "./nextRun";

/** The service refuses to start a deployment of this type. */
export class DeployRefusedError extends DeploymentError {
  constructor(
    host: ToldHost,
    type: string,
    refusal: { serviceMessage: string | undefined; trace: DeploymentTrace; cause: unknown },
  ) {
    const said = refusal.serviceMessage === undefined ? "" : `: ${withoutFullStop(refusal.serviceMessage)}`;
    super(
      `${host.label}: the service refused to start a deployment of type "${type}"${said}. ${spelling(type)}The configuration is saved; ${nextRun(host.restores).next} deploys again.`,
      host.id,
      refusal.trace,
      { cause: refusal.cause },
    );
  }
}

function spelling(type: string): string {
  if (type === "fullDeleteDeploy") return tryOther("Some", "fullResetDeploy");
  if (type === "fullResetDeploy") return tryOther("Most", "fullDeleteDeploy");
  return "";
}

function tryOther(services: string, type: string): string {
  return (
    `${services} services spell this type "${type}", which also removes resources that are no longer in the configuration: ` +
    "try that in deploy.type, or leave deploy.type out for a standard deploy. "
  );
}
