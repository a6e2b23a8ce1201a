import type { DeployStatus } from "../api/hostConfigApi";
import type { Deployed } from "./batch";
import type { LifecycleContext } from "./context";
import {
  HostDeployment,
  type DeployOutcome,
  type DeployTarget,
  readDeployStatus,
  type Look,
} from "./deployHost";
import { DeploymentError, type StartedDeployment, DeploymentLostError } from "./errors";
import type { DeployOptions } from "./options";
import { deploymentSummary, type DeploymentSummary, type DeploymentLedger } from "./record";
import { wasPublishedSince, isOfAnotherType, statusKind } from "./status";

/** How a deployment that was due came out, in the terms of the state. */
export interface DeploymentReport {
  ledger: DeploymentLedger;
  /** The output `deployment`; `undefined` where nothing new is known. */
  summary?: DeploymentSummary | undefined;
  /** Why the deployment did not end in `published`. */
  error?: unknown;
}

/** What is to be deployed. */
interface DueDeployment {
  target: DeployTarget;
  options: DeployOptions;
  /** What the state remembers. */
  ledger: DeploymentLedger;
  /** Digest of the configuration that is to be published. */
  digest: string;
  /** A trigger changed: a deployment that was started before does not count. */
  triggered: boolean;
}

/** A host that is ready for a deployment, or already runs the one that is due. */
export class DeploymentRun {
  /** Whether the host was busy with something else first. */
  readonly waited: boolean;
  readonly #context: LifecycleContext;
  readonly #due: DueDeployment;
  readonly #deployment: HostDeployment;
  readonly #firstLook: Look;
  readonly #joinable: StartedDeployment | undefined;

  private constructor(
    context: LifecycleContext,
    due: DueDeployment,
    deployment: HostDeployment,
    firstLook: Look,
    joinable: StartedDeployment | undefined,
    waited: boolean,
  ) {
    this.#context = context;
    this.#due = due;
    this.#deployment = deployment;
    this.#firstLook = firstLook;
    this.#joinable = joinable;
    this.waited = waited;
  }

  /**
   * Looks at the host before anything is saved, and waits while it is busy with something else, as `deploy.whenBusy`
   * says. A deployment of ours for the same configuration is left for `finish` to join.
   */
  static async prepare(context: LifecycleContext, due: DueDeployment): Promise<DeploymentRun> {
    const deployment = new HostDeployment(context, due.target, due.options);
    const at = context.clock.now();
    const firstLook = { at, status: await readDeployStatus(context, due.target.id) };
    const joinable = joinableDeployment(due, firstLook.status);
    if (joinable === undefined) await deployment.untilIdle(firstLook);
    const busy = ["deploying", "importing"].includes(statusKind(firstLook.status, undefined));
    return new DeploymentRun(context, due, deployment, firstLook, joinable, joinable === undefined && busy);
  }

  /**
   * Deploys what is saved.
   *
   * @param saved whether a save came between `prepare` and this: an earlier deployment then does not count
   * @param savedAt when the configuration was saved that the service held already, as its record says
   */
  async finish(saved: boolean, savedAt?: string): Promise<DeploymentReport> {
    const { ledger, digest, options, target, triggered } = this.#due;
    const { status } = this.#deployment;
    if (!saved && !triggered && wasPublishedSince(savedAt, status, options.type)) {
      return { ledger: { published: digest }, summary: deploymentSummary(status) };
    }
    // The sum is told by another operation, which does not know the secrets of this one.
    const host = this.#context.redact(target.label);
    const tell = (ending: Deployed["ending"]) => this.#context.progress.deployed?.({ host, ending });
    try {
      // The next deployment of the host would hide how this one ended.
      const outcome = await this.#context.managed.inTurn(
        this.#context,
        `deployments of host ${target.id}`,
        () => this.#deploy(saved),
      );
      tell(outcome.ended ? "published" : "started");
      return this.#succeeded(outcome);
    } catch (error) {
      const trace = error instanceof DeploymentError ? error.trace : { status: undefined };
      const started = trace.started === undefined ? undefined : { ...trace.started, digest };
      const runs = started !== undefined && !(error instanceof DeploymentLostError);
      tell(runs ? "unfinished" : "failed");
      const summary = runs ? { status: "deploy", type: options.type } : deploymentSummary(trace.status);
      return { ledger: { waived: ledger.waived, owed: true, started }, summary, error };
    }
  }

  /** One more deployment of the same, after one of somebody else has taken the place of this one. */
  again(): Promise<DeploymentRun> {
    return DeploymentRun.prepare(this.#context, { ...this.#due, ledger: {} });
  }

  async #deploy(saved: boolean): Promise<DeployOutcome> {
    if (this.#joinable === undefined) return this.#deployment.start();
    if (!saved) return this.#deployment.join(this.#joinable, this.#firstLook);
    await this.#deployment.untilIdle(this.#firstLook);
    return this.#deployment.start();
  }

  #succeeded(outcome: DeployOutcome): DeploymentReport {
    const { digest } = this.#due;
    const summary = deploymentSummary(outcome.status);
    if (outcome.ended) return { ledger: { published: digest }, summary };
    return { ledger: { started: { ...outcome.started, digest } }, summary };
  }
}

/** The deployment of ours that the state remembers, if it publishes what is due and is running or has just been published. */
function joinableDeployment(
  due: DueDeployment,
  status: DeployStatus | undefined,
): StartedDeployment | undefined {
  const { started } = due.ledger;
  if (started === undefined || due.triggered) return undefined;
  if (started.digest !== due.digest || started.type !== due.options.type) return undefined;
  const kind = statusKind(status, started);
  const published = kind === "ended" && status?.publishingStatus === "published";
  const running = kind === "deploying" && !isOfAnotherType(status, started.type);
  return running || published ? { type: started.type, before: started.before } : undefined;
}

/** What the state remembers after a look at the status: a deployment of ours may have ended meanwhile. */
export function ledgerAfterLook(
  ledger: DeploymentLedger,
  status: DeployStatus | undefined,
): DeploymentLedger {
  const { started, ...rest } = ledger;
  const kind = started === undefined ? "none" : statusKind(status, started);
  if (started === undefined || (kind !== "ended" && kind !== "others")) return ledger;
  if (kind === "ended" && status?.publishingStatus === "published") return { published: started.digest };
  return { ...rest, owed: true };
}
