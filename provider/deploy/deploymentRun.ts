import { ApiError } from "../api/errors";
import type { DeployStatus } from "../api/hostConfigApi";
import type { Deployed } from "./batch";
import type { DeployContext } from "./context";

import {
  DeploymentError,
  DeploymentFailedError,
  DeploymentLostError,
  DeployRefusedError,
  DeployWaitError,
  HostBusyError,
  type NamedHost,
} from "./errors";
import type { DeployOptions } from "./options";
import { DeploymentProgress } from "./progress";
import { type DeploymentRecord, deploymentSummary, type DeploymentSummary } from "./record";
import { finishedStatus, type OwnDeployment, wasPublishedSince } from "./status";
import { beginWait, type Wait, type WaitEvent, type WaitFailure, type WaitStep } from "./wait";
import { nextStep } from "./waitRule";

/** The host to deploy, as messages name it. */
export interface DeployTarget extends NamedHost {
  /** Begins every line of its progress, where these appear on the line of a resource that deploys others too: `Host 12` */
  shownAs?: string | undefined;
}

/** What is to be deployed. */
interface DueDeployment {
  target: DeployTarget;
  options: DeployOptions;
  /** What the state remembers. */
  record: DeploymentRecord;
  /** Digest of the configuration that is to be published. */
  digest: string;
  /** A trigger changed: a deployment that was started before does not count. */
  triggered: boolean;
}

/** The result of a deployment that was due, in the terms of the state. */
export interface DeploymentReport {
  record: DeploymentRecord;
  /** The output `deployment`; `undefined` where nothing new is known. */
  summary?: DeploymentSummary | undefined;
  /** Why the deployment did not end in `published`. */
  error?: unknown;
}

/** One deployment of one host. The rule of the wait decides every step; this carries the steps out and reports what came of them. */
export class DeploymentRun {
  readonly #context: DeployContext;
  readonly #due: DueDeployment;
  readonly #progress: DeploymentProgress;
  #wait: Wait;
  #waited = false;

  private constructor(context: DeployContext, due: DueDeployment) {
    const { target, options } = due;
    this.#context = context;
    this.#due = due;
    this.#progress = new DeploymentProgress(context.progress, options.type, target.shownAs);
    this.#wait = beginWait(options, joinable(due), context.clock.now());
  }

  /**
   * Reads the status before anything is saved, and waits while the host is busy with something else, as `deploy.whenBusy`
   * says. A deployment of ours for the same configuration is left for `finish` to join.
   */
  static async prepare(context: DeployContext, due: DueDeployment): Promise<DeploymentRun> {
    const run = new DeploymentRun(context, due);
    const at = context.clock.now();
    const status = await readDeployStatus(context, due.target.id);
    await run.#carryOut({ name: "firstStatus", status, at });
    return run;
  }

  /** Whether the host was busy with something else first. */
  get waited(): boolean {
    return this.#waited;
  }

  /**
   * Deploys what is saved.
   *
   * @param saved whether a save came between `prepare` and this: an earlier deployment then does not count
   * @param savedAt when the configuration was saved that the service held already, as its record says
   */
  async finish(saved: boolean, savedAt?: string): Promise<DeploymentReport> {
    const { digest, options, target, triggered } = this.#due;
    const { status, joinable } = this.#wait;
    const mayBePublished = !saved && !triggered && joinable === undefined;
    if (mayBePublished && wasPublishedSince(savedAt, status, options.type))
      return { record: { published: digest }, summary: deploymentSummary(status) };
    const { progress, managed } = this.#context;
    // Another operation reports the summary, and does not know the secrets of this one.
    const host = this.#context.redact(target.label);
    const report = (ending: Deployed["ending"]) => progress.deployed?.({ host, ending });
    try {
      // The next deployment of the host would hide how this one ended.
      const started = await managed.inTurn(this.#context, `deployments of host ${target.id}`, () =>
        this.#carryOut({ name: "proceed", saved }),
      );
      report(started === undefined ? "published" : "started");
      return this.#succeeded(started);
    } catch (error) {
      return this.#failed(error, report);
    }
  }

  /** One more deployment of the same, after one of somebody else has taken the place of this one. */
  again(): Promise<DeploymentRun> {
    return DeploymentRun.prepare(this.#context, { ...this.#due, record: {} });
  }

  #succeeded(started: OwnDeployment | undefined): DeploymentReport {
    const { digest, options } = this.#due;
    if (started === undefined)
      return { record: { published: digest }, summary: deploymentSummary(this.#wait.status) };
    return { record: { started: { ...started, digest } }, summary: { status: "deploy", type: options.type } };
  }

  #failed(error: unknown, report: (ending: Deployed["ending"]) => void): DeploymentReport {
    const { digest, record, options } = this.#due;
    const trace = error instanceof DeploymentError ? error.trace : {};
    const started = trace.started === undefined ? undefined : { ...trace.started, digest };
    const runs = started !== undefined && !(error instanceof DeploymentLostError);
    report(runs ? "unfinished" : "failed");
    const summary = runs ? { status: "deploy", type: options.type } : deploymentSummary(trace.status);
    return { record: { waived: record.waived, owed: true, started }, summary, error };
  }

  /**
   * Asks the rule for the next step, carries it out, and asks again with what came of it, until there is nothing more to do.
   *
   * @returns our deployment, if it is left running
   */
  async #carryOut(first: WaitEvent): Promise<OwnDeployment | undefined> {
    let event = first;
    for (;;) {
      const step = this.#next(event);
      switch (step.do) {
        case "poll":
          this.#waited = true;
          event = await this.#poll(step.at);
          break;
        case "start":
          event = await this.#start();
          break;
        case "reset":
          event = await this.#reset();
          break;
        case "finish":
          this.#finished();
          return undefined;
        case "leave":
          return step.started;
        case "ready":
          return undefined;
        case "fail":
          throw this.#errorOf(step);
      }
    }
  }

  #next(event: WaitEvent): WaitStep {
    const now = this.#context.clock.now();
    const { wait, step, report } = nextStep(this.#wait, event, { now, aborted: this.#aborted });
    if (wait.joined && !this.#wait.joined) this.#progress.joining();
    this.#wait = wait;
    if (report !== undefined) this.#progress.polled(report, wait.status, now - wait.startedAt);
    return step;
  }

  async #poll(dueAt: number): Promise<WaitEvent> {
    const { clock, signal } = this.#context;
    let at = this.#wait.readAt;
    try {
      if (dueAt > clock.now()) await clock.sleep(dueAt - clock.now(), signal);
      at = clock.now();
      return { name: "status", at, status: await readDeployStatus(this.#context, this.#due.target.id) };
    } catch (error) {
      return { name: "statusFailed", at, error };
    }
  }

  async #start(): Promise<WaitEvent> {
    const { target, options } = this.#due;
    this.#progress.starting(this.#wait.status);
    try {
      await this.#context.api.startDeploy(target.id, options.type, this.#context);
      return { name: "startAnswered" };
    } catch (error) {
      return { name: "startFailed", error };
    }
  }

  async #reset(): Promise<WaitEvent> {
    this.#progress.resetting(this.#context.clock.now() - this.#wait.beganAt);
    try {
      await this.#context.api.resetDeploy(this.#due.target.id, this.#context);
      return { name: "resetAnswered" };
    } catch (error) {
      return { name: "resetFailed", error };
    }
  }

  #finished(): void {
    const { status, startedAt, joined } = this.#wait;
    const milliseconds = this.#context.clock.now() - startedAt;
    this.#progress.ended(status, milliseconds);
    const ending = status && finishedStatus(status);
    if (status === undefined || ending === undefined || ending === "published") return;
    throw new DeploymentFailedError(this.#due.target, ending, {
      type: this.#due.options.type,
      milliseconds: joined ? undefined : milliseconds,
      status,
    });
  }

  #errorOf({ reason, cause }: { reason: WaitFailure; cause?: unknown }): unknown {
    const { target, options } = this.#due;
    const { beganAt, ours, status } = this.#wait;
    const trace = { started: ours, status };
    switch (reason) {
      case "error":
        return cause;
      case "busy":
        return new HostBusyError(target, status);
      case "refused": {
        const said = cause instanceof ApiError ? cause.serviceMessage : undefined;
        const serviceMessage = said === undefined ? undefined : this.#context.redact(said);
        return new DeployRefusedError(target, options.type, { serviceMessage, trace, cause });
      }
      case "neverAppeared":
      case "vanished":
      case "replaced":
        return new DeploymentLostError(target, reason, trace);
      case "timeout":
      case "interrupted":
      case "connection":
      case "unreadable":
      case "unanswered": {
        const milliseconds = this.#context.clock.now() - beganAt;
        return new DeployWaitError(target, reason, { milliseconds, trace, cause });
      }
    }
  }

  get #aborted(): boolean {
    return this.#context.signal?.aborted === true;
  }
}

/** The deployment that the state remembers, if it is one of what is due. */
function joinable({ record, digest, options, triggered }: DueDeployment): OwnDeployment | undefined {
  const { started } = record;
  if (started === undefined || triggered) return undefined;
  if (started.digest !== digest || started.type !== options.type) return undefined;
  return { type: started.type, before: started.before };
}

/** The host's latest deployment, `undefined` where it has none. `GET /api/v1/hosts/{id}/deploy` */
export async function readDeployStatus(
  context: DeployContext,
  hostId: number,
): Promise<DeployStatus | undefined> {
  return context.api.getDeployStatus(hostId, context);
}
