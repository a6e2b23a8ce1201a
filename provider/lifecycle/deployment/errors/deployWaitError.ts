import { durationText } from "../durationText";
import { DeploymentError, type DeploymentTrace } from "./deploymentError";
import { nextRun, type ToldHost } from "./nextRun";

/** Why a wait ended before the deployment did. */
export type WaitEnd = "timeout" | "interrupted" | "connection" | "unreadable" | "unanswered";

/** The wait ended before the deployment did; what runs on the server goes on. */
export class DeployWaitError extends DeploymentError {
  /** Why the wait ended. */
  readonly end: WaitEnd;

  constructor(
    host: ToldHost,
    end: WaitEnd,
    wait: { milliseconds: number; trace: DeploymentTrace; cause?: unknown },
  ) {
    super(`${host.label}: ${story(end, wait, host)}`, host.id, wait.trace, { cause: wait.cause });
    this.end = end;
  }
}

function story(
  end: WaitEnd,
  wait: { milliseconds: number; trace: DeploymentTrace; cause?: unknown },
  { restores }: ToldHost,
): string {
  const { next } = nextRun(restores);
  const reason = wait.cause instanceof Error ? ` ${wait.cause.message}` : "";
  const after = durationText(wait.milliseconds);
  const began = wait.trace.started !== undefined;
  const running = began
    ? `It goes on on the server, and ${next} carries on from there.`
    : `The deployment was not started; ${next} starts it.`;
  switch (end) {
    case "timeout":
      return began
        ? `the deployment has not ended after ${after}, which is deploy.timeout (or customTimeouts). ${running} Raise deploy.timeout if deployments of this host take longer.`
        : `the host was busy for ${after}, which is deploy.timeout (or customTimeouts). ${running}`;
    case "interrupted":
      return `the wait for the deployment was interrupted after ${after}. ${running}`;
    case "connection":
      return `lost the connection while waiting for the deployment (${after}). ${running}${reason}`;
    case "unanswered":
      return `nobody answered the start of the deployment, and none has appeared (${after}). The configuration is saved; ${next} looks again, and deploys.${reason}`;
    case "unreadable":
      return `the deployment cannot be followed any longer (${after}). ${running}${reason}`;
  }
}
