import { ApiError, BadRequestError } from "../api/errors";
import type { DeployStatus } from "../api/hostConfigApi";
import type { LifecycleContext } from "./context";
import {
  DeploymentError,
  type StartedDeployment,
  DeploymentFailedError,
  DeploymentLostError,
  DeployRefusedError,
  DeployWaitError,
  type WaitEnd,
  HostBusyError,
  type ToldHost,
} from "./errors";
import type { DeployOptions } from "./options";
import { plainOutput } from "./output";
import { DeploymentProgress } from "./progress";
import { finishedStatus, markOf } from "./status";
import {
  firstLook as firstLookMilliseconds,
  nextLook,
  type SentStart,
  graceMilliseconds,
  waitStep,
  type WaitPhase,
} from "./waitRule";

/** Status reads may fail for this long before the wait gives up. */
const outageMilliseconds = 2 * 60_000;

/** Starts without an answer and without a deployment, after which nothing is tried any more. */
const mostLostStarts = 3;

/** Resets without a good answer, after which nothing is tried any more. */
const mostLostResets = 3;

/** What a wait is for. */
type Goal = "idle" | "started" | "ended";

/** How a deployment came out: seen ending in `published`, or only started because nobody waits for it. */
export type DeployOutcome =
  { ended: true; status: DeployStatus } | { ended: false; started: StartedDeployment; status: DeployStatus };

/** The host to deploy, as messages name it. */
export interface DeployTarget extends ToldHost {
  /** Begins every line of its progress, where these appear on the line of a resource that deploys others too: `Host 12` */
  shownAs?: string | undefined;
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
  /** The last status before our own start. */
  #shownBefore: DeployStatus | undefined;
  #startedAt: number;
  /** An earlier operation has started it, so that nobody here knows how long it runs. */
  #joined = false;
  #lookedAt = -Infinity;
  /** When our start was sent and answered, while its deployment is waited for. */
  #sent: SentStart | undefined;
  #failingSince: number | undefined;
  #refusedSince: number | undefined;
  #lostStarts: ApiError[] = [];
  #lostResets = 0;

  constructor(context: LifecycleContext, target: DeployTarget, options: DeployOptions) {
    this.#context = context;
    this.#target = target;
    this.#options = options;
    this.#beganAt = context.clock.now();
    this.#startedAt = this.#beganAt;
    this.#progress = new DeploymentProgress(context.progress, options.type, target.shownAs);
    this.#phase = { name: "beforeStart", quietSince: this.#beganAt, lastProgress: "" };
  }

  /** The status as it was read last. */
  get status(): DeployStatus | undefined {
    return this.#status;
  }

  /** Waits until the host is neither deploying nor importing, as `deploy.whenBusy` says. */
  async untilIdle(firstLook: Look): Promise<void> {
    await this.#run("idle", firstLook);
  }

  /**
   * Starts the deployment and, unless `deploy.wait` is false, waits until it ended.
   *
   * @throws a `DeploymentError` that tells what the state has to remember
   */
  async start(): Promise<DeployOutcome> {
    const { clock } = this.#context;
    // Somebody may have deployed since an old look, and that result must not be taken for ours.
    if (clock.now() - this.#lookedAt > this.#options.pollInterval) await this.#run("idle");
    await this.#start();
    return this.#follow(this.#options.wait ? "ended" : "started");
  }

  /** Waits for a deployment of ours that an earlier operation has started. */
  async join(started: StartedDeployment, firstLook: Look): Promise<DeployOutcome> {
    this.#started = started;
    this.#joined = true;
    this.#progress.joining();
    // Nothing is waited for before the first look was taken into account.
    this.#phase = { name: "appearing", since: this.#context.clock.now(), answered: false };
    return this.#follow(this.#options.wait ? "ended" : "started", firstLook);
  }

  async #follow(goal: "started" | "ended", firstLook?: Look): Promise<DeployOutcome> {
    const status = runningStatus(this.#options.type);
    const reached = await this.#run(goal, firstLook);
    if (reached !== "ended" && this.#started !== undefined)
      return { ended: false, started: this.#started, status };
    return this.#outcome(this.#status ?? status);
  }

  #outcome(status: DeployStatus): DeployOutcome {
    const ending = finishedStatus(status);
    if (ending === undefined || ending === "published") return { ended: true, status };
    const milliseconds = this.#joined ? undefined : this.#context.clock.now() - this.#startedAt;
    throw new DeploymentFailedError(this.#target, ending, { type: this.#options.type, milliseconds, status });
  }

  /** Looks, decides and acts until the goal is reached, or the deployment has ended before. */
  async #run(goal: Goal, firstLook?: Look): Promise<Goal> {
    const { clock } = this.#context;
    let look = firstLook;
    while (!(goal === "started" && isUnderWay(this.#phase))) {
      if (look !== undefined) this.#lookedAt = look.at;
      this.#status = look === undefined ? await this.#look() : look.status;
      look = undefined;
      const now = clock.now();
      const step = waitStep(this.#phase, this.#status, now, {
        whenBusy: this.#options.whenBusy,
        ours: this.#started,
        shownBefore: this.#shownBefore,
        startedAt: this.#startedAt,
      });
      switch (step.do) {
        case "finish":
          this.#progress.ended(this.#status, now - this.#startedAt);
          return "ended";
        case "fail":
          throw step.reason === "busy"
            ? new HostBusyError(this.#target, this.#status)
            : new DeploymentLostError(this.#target, step.reason, {
                // One that only comes late is joined by the next update, if it can be told from an import of somebody's.
                started: step.reason === "neverAppeared" && this.#tellsApart() ? this.#started : undefined,
                status: this.#status,
              });
        case "start":
          if (goal === "idle") return goal;
          await this.#start();
          break;
        case "reset":
          await this.#reset();
          break;
        case "poll":
          if (step.phase.name === "beforeStart") this.#refusedSince = undefined;
          this.#phase = step.phase;
          this.#progress.looked(step.phase, this.#status, now - this.#startedAt);
          break;
      }
    }
    return goal;
  }

  async #start(): Promise<void> {
    const { api, clock, signal } = this.#context;
    const earlier = this.#started;
    if (this.#isAborted()) throw this.#waitEnded("interrupted", earlier, signal?.reason);
    if (this.#lostStarts.length === mostLostStarts) {
      throw this.#waitEnded("unanswered", earlier, this.#lostStarts.at(-1));
    }
    // A start whose answer was lost is compared with the same earlier deployment as the first try.
    const started = earlier ?? { type: this.#options.type, before: markOf(this.#status) };
    if (earlier === undefined) this.#shownBefore = this.#status;
    this.#progress.starting(this.#status);
    this.#startedAt = clock.now();
    this.#joined = false;
    let answered = true;
    try {
      await api.startDeploy(this.#target.id, this.#options.type, this.#context);
    } catch (error) {
      if (error instanceof BadRequestError) {
        this.#checkRefusal(error);
        if (earlier === undefined) return;
      } else if (error instanceof ApiError && error.mayHaveHappened) {
        answered = false;
        this.#lostStarts.push(error);
      } else if (!(error instanceof ApiError) && this.#isAborted()) {
        throw this.#waitEnded("interrupted", started, error);
      } else {
        throw this.#cannotFollow(error);
      }
    }
    this.#started = started;
    this.#phase = { name: "appearing", since: clock.now(), answered };
    this.#sent = { sentAt: this.#startedAt, answeredAt: clock.now() };
    this.#lookedAt = this.#startedAt - Math.max(0, this.#options.pollInterval - firstLookMilliseconds);
  }

  /** A refused start may mean that the host is busy after all, or was started by the try before; or it is the type. */
  #checkRefusal(error: BadRequestError): void {
    const { serviceMessage } = error;
    const now = this.#context.clock.now();
    const saysBusy = /deploying|publishing|\bimport|running|progress|busy/i.test(serviceMessage ?? "");
    this.#refusedSince ??= now;
    // A status that lags behind may show a busy host as idle for a while, but not for ever.
    const mayPass =
      (saysBusy || serviceMessage === undefined) && now - this.#refusedSince <= graceMilliseconds;
    if (saysBusy && this.#started === undefined && this.#options.whenBusy === "fail") {
      throw new HostBusyError(this.#target, this.#status);
    }
    if (!mayPass && !(saysBusy && this.#started !== undefined)) {
      throw new DeployRefusedError(this.#target, this.#options.type, {
        serviceMessage: serviceMessage === undefined ? undefined : this.#context.redact(serviceMessage),
        trace: { started: this.#started, status: this.#status },
        cause: error,
      });
    }
    this.#phase = { name: "beforeStart", quietSince: now, lastProgress: "" };
    this.#sent = undefined;
    this.#lookedAt = now;
  }

  async #reset(): Promise<void> {
    const { api, clock } = this.#context;
    this.#progress.resetting(clock.now() - this.#beganAt);
    try {
      await api.resetDeploy(this.#target.id, this.#context);
      this.#phase = { name: "beforeStart", quietSince: clock.now(), lastProgress: "" };
    } catch (error) {
      if (this.#isAborted()) throw this.#waitEnded("interrupted", this.#started, error);
      // The next look tells whether it happened; if not, it is tried again.
      const mayPass = error instanceof ApiError && (error.mayHaveHappened || error.transient);
      this.#lostResets += 1;
      if (!mayPass || this.#lostResets === mostLostResets) throw error;
    }
  }

  /** The next status, one poll interval after the last look began, and at the latest when the time is up. */
  async #look(): Promise<DeployStatus | undefined> {
    const { clock, signal } = this.#context;
    const deadline = this.#beganAt + this.#options.timeout;
    try {
      for (;;) {
        if (this.#lookedAt >= deadline) throw this.#waitEnded("timeout", this.#started, undefined);
        const due = Math.min(nextLook(this.#lookedAt, this.#sent, this.#options.pollInterval), deadline);
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
      if (error instanceof DeploymentError) throw error;
      if (this.#isAborted()) throw this.#waitEnded("interrupted", this.#started, error);
      throw this.#cannotFollow(error);
    }
  }

  /** The error for one that ends the wait: a deployment that may be running is not forgotten over it. */
  #cannotFollow(error: unknown): unknown {
    return this.#started === undefined ? error : this.#waitEnded("unreadable", this.#started, error);
  }

  /** Whether the service shows which deployment a result is of. */
  #tellsApart(): boolean {
    return this.#status === undefined || this.#status.deployAt !== undefined;
  }

  #isAborted(): boolean {
    return this.#context.signal?.aborted === true;
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

/** A status, and when it was asked for. */
export interface Look {
  status: DeployStatus | undefined;
  at: number;
}

/** The host's latest deployment, `undefined` where it has none. `GET /api/v1/hosts/{id}/deploy` */
export async function readDeployStatus(
  context: LifecycleContext,
  hostId: number,
): Promise<DeployStatus | undefined> {
  const status = await context.api.getDeployStatus(hostId, context);
  if (status?.jobStdout === undefined) return status;
  return { ...status, jobStdout: safeOutput(context, status.jobStdout) };
}

/** Secrets are looked for in both forms: a secret may hold control characters, and may be coloured in between. */
function safeOutput(context: LifecycleContext, output: string): string {
  return context.redact(plainOutput(context.redact(output)));
}
