import { DeploymentError, type DeploymentTrace } from "./deploymentError";

/** The service refuses to start a deployment of this type. */
export class DeployRefusedError extends DeploymentError {
  constructor(
    host: { id: number; label: string },
    type: string,
    refusal: { serviceMessage: string | undefined; trace: DeploymentTrace; cause: unknown },
  ) {
    const said = refusal.serviceMessage === undefined ? "" : `: ${refusal.serviceMessage}`;
    super(
      `${host.label}: the service refused to start a deployment of type "${type}"${said}. ${spelling(type)}The configuration is saved; the next \`pulumi up\` deploys again.`,
      host.id,
      refusal.trace,
      { cause: refusal.cause },
    );
  }
}

function spelling(type: string): string {
  if (type === "fullDeleteDeploy")
    return 'Some services spell this type "fullResetDeploy": try that in deploy.type. ';
  if (type === "fullResetDeploy")
    return 'Most services spell this type "fullDeleteDeploy": try that in deploy.type. ';
  return "";
}
