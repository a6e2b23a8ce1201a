import { ApiError, BadRequestError, NotFoundError } from "../../api/errors";
import type { DeployStatus } from "../../api/hostConfigApi";
import type { LifecycleContext } from "../lifecycleContext";
import type { DeployOptions } from "./deployOptions";
import { DeploymentProgress } from "./deploymentProgress";
import type { StartedDeployment } from "./errors/deploymentError";
import { DeploymentFailedError } from "./errors/deploymentFailedError";
import { DeploymentLostError } from "./errors/deploymentLostError";
import { DeployRefusedError } from "./errors/deployRefusedError";
import { DeployWaitError, type WaitEnd } from "./errors/deployWaitError";
import { HostBusyError } from "./errors/hostBusyError";
import { finishedStatus, markOf } from "./statusKind";
import { graceMilliseconds, waitStep, type WaitPhase } from "./waitStep";

/** Status reads may fail for this long before the wait gives up. */
const outageMilliseconds = 2 * 60_000;

/** The first look after a start comes soon, for the deployment to be seen while it runs. */
const firstLookMilliseconds = 1000;

/** How a deployment came out: seen ending in `published`, or only started because nobody waits for it. */
export type DeployOutcome =
  { ended: true; status: DeployStatus } | { ended: false; started: StartedDeployment; status: DeployStatus };

/** The host to deploy, as messages name it. */
export interface DeployTarget {
  id: number;
  /** `Host 12 (web1)` */
  label: string;
}

/** A status that was read just now. */
export interface Look {
  status: DeployStatus | undefined;
}

/** The host's latest deployment, `undefined` where it has none. `GET /api/v1/hosts/{id}/deploy` */
export async function readDeployStatus(
  context: LifecycleContext,
  hostId: number,
): Promise<DeployStatus | undefined> {
  try {
    const status = await context.api.getDeployStatus(hostId, { signal: context.signal });
    return {
      ...status,
      jobStdout: status.jobStdout === undefined ? undefined : context.redact(status.jobStdout),
    };
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** One deployment of one host: waits until it can start, starts it, waits until it ended. */
export class HostDeployment {
  readonly #context: LifecycleContext;
  readonly #target: DeployTarget;
  readonly #options: DeployOptions;
  readonly #progress: DeploymentProgress;
  readonly #beganAt: number;
  #phase: WaitPhase;
  #started: StartedDeployment | undefined;
  #status: DeployStatus | undefined;
  #startedAt: number;
  #lookedAt = -Infinity;
  #failingSince: number | undefined;
  #refusedSince: number | undefined;

  constructor(context: LifecycleContext, target: DeployTarget, options: DeployOptions) {
    this.#context = context;
    this.#target = target;
    this.#options = options;
    this.#beganAt = context.clock.now();
    this.#startedAt = this.#beganAt;
    this.#progress = new DeploymentProgress(context.progress, options.type);
    this.#phase = { name: "beforeStart", quietSince: this.#beganAt, lastProgress: "" };
  }

  /**
   * Waits until the host is neither deploying nor importing, as `deploy.whenBusy` says.
   *
   * @returns the status then: what a start is compared with
   */
  async untilIdle(firstLook?: Look): Promise<DeployStatus | undefined> {
    await this.#run("idle", firstLook);
    return this.#status;
  }

  /**
   * Starts the deployment and, unless `deploy.wait` is false, waits until it ended.
   *
   * @throws a `DeploymentError` that tells what the state has to remember
   */
  async start(): Promise<DeployOutcome> {
    await this.#start();
    if (this.#options.wait) return this.#follow();
    await this.#run("started");
    return this.#started === undefined || this.#phase.name === "beforeStart"
      ? this.#outcome()
      : { ended: false, started: this.#started, status: runningStatus(this.#options.type) };
  }

  /** Waits for a deployment of ours that an earlier operation has started. */
  async join(started: StartedDeployment, firstLook: Look): Promise<DeployOutcome> {
    this.#started = started;
    this.#phase = { name: "appearing", since: this.#context.clock.now(), answered: true };
    return this.#follow(firstLook);
  }

  async #follow(firstLook?: Look): Promise<DeployOutcome> {
    await this.#run("ended", firstLook);
    return this.#outcome();
  }

  #outcome(): DeployOutcome {
    const status = this.#status ?? runningStatus(this.#options.type);
    const ending = finishedStatus(status);
    if (ending === undefined || ending === "published") return { ended: true, status };
    const milliseconds = this.#context.clock.now() - this.#startedAt;
    throw new DeploymentFailedError(this.#target, ending, { type: this.#options.type, milliseconds, status });
  }

  /** Looks, decides and acts until the goal is reached. */
  async #run(goal: "idle" | "started" | "ended", firstLook?: Look): Promise<void> {
    let look = firstLook;
    while (!(goal === "started" && isUnderWay(this.#phase))) {
      this.#status = look === undefined ? await this.#look() : look.status;
      look = undefined;
      const now = this.#context.clock.now();
      const before = this.#started?.before;
      const step = waitStep(this.#phase, this.#status, now, { whenBusy: this.#options.whenBusy, before });
      switch (step.do) {
        case "finish":
          this.#progress.ended(this.#status, now - this.#startedAt);
          return;
        case "fail":
          throw step.reason === "busy"
            ? new HostBusyError(this.#target, this.#status)
            : new DeploymentLostError(this.#target, step.reason, { status: this.#status });
        case "start":
          if (goal === "idle") return;
          await this.#start();
          break;
        case "reset":
          this.#progress.resetting(now - this.#beganAt);
          await this.#context.api.resetDeploy(this.#target.id, { signal: this.#context.signal });
          this.#phase = { name: "beforeStart", quietSince: now, lastProgress: "" };
          break;
        case "poll":
          this.#phase = step.phase;
          this.#progress.looked(step.phase, this.#status, now - this.#startedAt);
          break;
      }
    }
  }

  async #start(): Promise<void> {
    const { api, clock, signal } = this.#context;
    // A start whose answer was lost is compared with the same earlier deployment as the first try.
    const started = this.#started ?? { type: this.#options.type, before: markOf(this.#status) };
    this.#progress.starting(this.#status);
    const now = clock.now();
    this.#startedAt = now;
    try {
      await api.startDeploy(this.#target.id, this.#options.type, { signal });
      this.#phase = { name: "appearing", since: now, answered: true };
      this.#started = started;
    } catch (error) {
      if (error instanceof BadRequestError) {
        this.#refused(error, now);
      } else if (error instanceof ApiError && error.mayHaveHappened) {
        this.#phase = { name: "appearing", since: now, answered: false };
        this.#started = started;
      } else if (signal?.aborted === true) {
        throw this.#waitEnded("interrupted", { ...started }, error);
      } else {
        throw error;
      }
    }
    this.#lookedAt = now - Math.max(0, this.#options.pollInterval - firstLookMilliseconds);
  }

  /** A refused start: the host is busy after all, or was started by the try whose answer was lost, or it is the type. */
  #refused(error: BadRequestError, now: number): void {
    this.#refusedSince ??= now;
    const saysBusy = /deploying|running|progress|busy/i.test(error.serviceMessage ?? "");
    if (saysBusy && this.#options.whenBusy === "fail" && this.#started === undefined) {
      throw new HostBusyError(this.#target, this.#status);
    }
    const unexplained = error.serviceMessage === undefined && now - this.#refusedSince <= graceMilliseconds;
    if (!saysBusy && !unexplained) {
      throw new DeployRefusedError(this.#target, this.#options.type, {
        serviceMessage: error.serviceMessage,
        trace: { status: this.#status },
        cause: error,
      });
    }
    this.#phase =
      this.#started === undefined
        ? { name: "beforeStart", quietSince: now, lastProgress: "" }
        : { name: "appearing", since: now, answered: true };
  }

  /** The next status, one poll interval after the last look began. */
  async #look(): Promise<DeployStatus | undefined> {
    const { clock, signal } = this.#context;
    const deadline = this.#beganAt + this.#options.timeout;
    try {
      for (;;) {
        const due = Math.max(clock.now(), this.#lookedAt + this.#options.pollInterval);
        if (due > deadline) {
          await clock.sleep(Math.max(0, deadline - clock.now()), signal);
          throw this.#waitEnded("timeout", this.#started, undefined);
        }
        if (due > clock.now()) await clock.sleep(due - clock.now(), signal);
        this.#lookedAt = clock.now();
        try {
          const status = await readDeployStatus(this.#context, this.#target.id);
          this.#failingSince = undefined;
          return status;
        } catch (error) {
          if (!(error instanceof ApiError && error.transient)) throw error;
          this.#failingSince ??= this.#lookedAt;
          if (clock.now() - this.#failingSince > outageMilliseconds) {
            throw this.#waitEnded("connection", this.#started, error);
          }
          this.#progress.unreachable(clock.now() - this.#startedAt);
        }
      }
    } catch (error) {
      if (signal?.aborted === true) throw this.#waitEnded("interrupted", this.#started, error);
      throw error;
    }
  }

  #waitEnded(end: WaitEnd, started: StartedDeployment | undefined, cause: unknown): DeployWaitError {
    const milliseconds = this.#context.clock.now() - this.#beganAt;
    return new DeployWaitError(this.#target, end, {
      milliseconds,
      trace: { started, status: this.#status },
      cause,
    });
  }
}

function isUnderWay(phase: WaitPhase): boolean {
  return phase.name === "running" || (phase.name === "appearing" && phase.answered);
}

/** What is known of a deployment that was started and not looked at. */
function runningStatus(type: string): DeployStatus {
  return {
    publishing: true,
    publishingStatus: "deploy",
    isDeploying: true,
    jobStdout: undefined,
    deployAt: undefined,
    deployType: type,
  };
}
