import { withoutFullStop } from "../api/errors";
import type { DeployStatus } from "../api/hostConfigApi";
import { durationText, endedText, lastLines } from "./output";
import type { OwnDeployment, FinishedStatus } from "./status";
import { graceMilliseconds } from "./waitRule";

/** What the state has to remember of a deployment that did not end in `published`. */
interface DeploymentTrace {
  /** The deployment, where it may still be running on the server: the next update joins it. */
  started?: OwnDeployment | undefined;
  /** The last status that was seen of it. */
  status?: DeployStatus | undefined;
}

/** A deployment that was due did not end in `published`. The saved configuration stays saved. */
export abstract class DeploymentError extends Error {
  /** The host whose deployment it is. */
  readonly hostId: number;
  /** What is known of the deployment. */
  readonly trace: DeploymentTrace;

  constructor(message: string, hostId: number, trace: DeploymentTrace, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.hostId = hostId;
    this.trace = trace;
  }
}

/** The service refuses to start a deployment of this type. */
export class DeployRefusedError extends DeploymentError {
  constructor(
    host: NamedHost,
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

/** Why a wait ended before the deployment did. */
export type WaitEnd = "timeout" | "interrupted" | "connection" | "unreadable" | "unanswered";

/** The wait ended before the deployment did; what runs on the server goes on. */
export class DeployWaitError extends DeploymentError {
  /** Why the wait ended. */
  readonly end: WaitEnd;

  constructor(
    host: NamedHost,
    end: WaitEnd,
    wait: { milliseconds: number; trace: DeploymentTrace; cause?: unknown },
  ) {
    super(`${host.label}: ${waitStory(end, wait, host)}`, host.id, wait.trace, { cause: wait.cause });
    this.end = end;
  }
}

function waitStory(
  end: WaitEnd,
  wait: { milliseconds: number; trace: DeploymentTrace; cause?: unknown },
  { restores }: NamedHost,
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

/** The deployment ended in `error`, `canceled` or `timeout`. */
export class DeploymentFailedError extends DeploymentError {
  /** How it ended. */
  readonly ending: Exclude<FinishedStatus, "published">;

  /** @param run with the milliseconds since its start; `undefined` where an earlier update has started it */
  constructor(
    host: NamedHost,
    ending: Exclude<FinishedStatus, "published">,
    run: { type: string; milliseconds: number | undefined; status: DeployStatus },
  ) {
    const lines = lastLines(run.status.jobStdout, 10);
    const output = lines.length === 0 ? "It left no output." : `Last output:\n    ${lines.join("\n    ")}`;
    super(
      `${host.label}: the deployment (${run.type}) ended in "${ending}"${endedText(run.milliseconds)}. ${advice(ending, host)} ${output}`,
      host.id,
      { status: run.status },
    );
    this.ending = ending;
  }
}

function advice(ending: DeploymentFailedError["ending"], { restores }: NamedHost): string {
  const { command, next } = nextRun(restores);
  switch (ending) {
    case "error":
      return `The configuration is saved; mend what the output speaks of and run ${command} again, which deploys again.`;
    case "canceled":
      return `Somebody cancelled it before it finished. The configuration is saved; ${next} deploys again.`;
    case "timeout":
      return `It reported no progress for more than five minutes and was released; the work on the server did not necessarily fail. The configuration is saved; ${next} deploys again.`;
  }
}

/** The service never showed the deployment, stopped showing it without a result, or shows another one in its place. */
export class DeploymentLostError extends DeploymentError {
  readonly loss: "neverAppeared" | "vanished" | "replaced";

  constructor(host: NamedHost, loss: DeploymentLostError["loss"], trace: DeploymentTrace) {
    super(
      `${host.label}: ${lossStory(loss, trace)} The configuration is saved; look at the host on the platform, then run ${nextRun(host.restores).command} again, which deploys again.`,
      host.id,
      trace,
    );
    this.loss = loss;
  }
}

function lossStory(loss: DeploymentLostError["loss"], { status }: DeploymentTrace): string {
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

/** The host is deploying or importing, and `deploy.whenBusy` is `fail`. */
export class HostBusyError extends DeploymentError {
  constructor(host: NamedHost, status: DeployStatus | undefined) {
    const work =
      status?.publishingStatus === "import" ? "an account import is running" : "a deployment is running";
    super(
      `${host.label}: ${work}, and deploy.whenBusy is "fail". Run ${nextRun(host.restores).command} again when it has ended, or set deploy.whenBusy to "wait".`,
      host.id,
      { status },
    );
  }
}

/** The host that a message is about. */
export interface NamedHost {
  id: number;
  /** `Host 12 (web1)` */
  label: string;
  /** It is let go of, and gets back what was there before. */
  restores?: boolean | undefined;
}

/**
 * The run that carries on from where this one failed. A resource that is being let go of stays in the state as it was, so
 * that an update has nothing to do: only what asked for the restore, a `destroy` or an `up` without it, goes on with it.
 */
export function nextRun(restores: boolean | undefined): { command: string; next: string } {
  return restores === true
    ? { command: "the same command", next: "the next run of the same command" }
    : { command: "`pulumi up`", next: "the next `pulumi up`" };
}
