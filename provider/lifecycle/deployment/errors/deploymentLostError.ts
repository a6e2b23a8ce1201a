import { durationText } from "../durationText";
import { graceMilliseconds } from "../waitStep";
import { DeploymentError, type DeploymentTrace } from "./deploymentError";
import { nextRun, type ToldHost } from "./nextRun";

/** The service never showed the deployment, stopped showing it without a result, or shows another one in its place. */
export class DeploymentLostError extends DeploymentError {
  readonly loss: "neverAppeared" | "vanished" | "replaced";

  constructor(host: ToldHost, loss: DeploymentLostError["loss"], trace: DeploymentTrace) {
    super(
      `${host.label}: ${story(loss, trace)} The configuration is saved; look at the host on the platform, then run ${nextRun(host.restores).command} again, which deploys again.`,
      host.id,
      trace,
    );
    this.loss = loss;
  }
}

function story(loss: DeploymentLostError["loss"], { status }: DeploymentTrace): string {
  switch (loss) {
    case "neverAppeared":
      return `the service accepted the deployment, but its status has shown nothing new for ${durationText(graceMilliseconds)}. An older result is not taken for the new one.`;
    case "vanished":
      return "the deployment was running and is gone without a result: somebody has reset it, or removed the host.";
    case "replaced": {
      const type = status?.deployType === undefined ? "" : ` ("${status.deployType}")`;
      return `somebody has ended the deployment and started another one${type}, perhaps of another configuration. Its result is not taken for that of ours.`;
    }
  }
}
