import { durationText } from "../durationText";
import { graceMilliseconds } from "../waitStep";
import { DeploymentError, type DeploymentTrace } from "./deploymentError";
import { nextRun, type ToldHost } from "./nextRun";

/** The service confirmed the start and never showed the deployment, or stopped showing it without a result. */
export class DeploymentLostError extends DeploymentError {
  constructor(host: ToldHost, loss: "neverAppeared" | "vanished", trace: DeploymentTrace) {
    const story =
      loss === "neverAppeared"
        ? `the service accepted the deployment, but its status has shown nothing new for ${durationText(graceMilliseconds)}. An older result is not taken for the new one.`
        : "the deployment was running and is gone without a result: somebody has reset it, or removed the host.";
    super(
      `${host.label}: ${story} The configuration is saved; look at the host on the platform, then run ${nextRun(host.restores).command} again, which deploys again.`,
      host.id,
      trace,
    );
  }
}
