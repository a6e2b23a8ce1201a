import type { JsonObject } from "../json";

export type FinishedStatus = "published" | "error" | "canceled" | "timeout";
export type PublishingStatus = "deploy" | "import" | FinishedStatus;
export type DeployType = "deploy" | "Full Deploy" | "Full Delete Deploy";

/** How a deployment will go, as long as nobody interferes. */
export interface DeploymentScript {
  /** From the start to the end; for `timeout`, to the last sign of progress. */
  seconds: number;
  end: FinishedStatus;
  /** Lines of `job_stdout`, printed at even distances. */
  output: readonly string[];
}

/** A deployment or an import of a host. Its course follows from the clock alone: nothing runs. */
export interface Deployment extends DeploymentScript {
  readonly kind: "deploy" | "import";
  /** Null for an import. */
  readonly type: DeployType | null;
  readonly startedAt: number;
  /** The host's saved configuration when it started: what it publishes. */
  readonly jsonAtStart: JsonObject;
  /** The deployment that was the latest one before. */
  readonly previous: Deployment | null;
  /** Since then it makes no progress. */
  stalledAt: number | null;
  /** A reset may leave the status `deploy` of what it has released. */
  ended: { at: number; status: FinishedStatus | "deploy" } | null;
}

/** Writes down the end of a deployment that the clock has passed. Once written it stays, even if the clock goes back. */
export function settle(deployment: Deployment, now: number, inactivityMs: number): void {
  if (deployment.ended !== null) return;
  const scriptedEnd = deployment.startedAt + deployment.seconds * 1000;
  const silentSince = quietFrom(deployment);
  if (silentSince === null) {
    const { end } = deployment;
    if (now >= scriptedEnd) deployment.ended = { at: scriptedEnd, status: end };
  } else if (deployment.kind === "deploy" && now - silentSince > inactivityMs) {
    deployment.ended = { at: silentSince + inactivityMs, status: "timeout" };
  }
}

/** Whether it has stopped reporting progress without having ended. */
export function isStalled(deployment: Deployment, now: number): boolean {
  const silentSince = quietFrom(deployment);
  return deployment.ended === null && silentSince !== null && now > silentSince;
}

/** When progress stops for good before the end; null for a deployment that reports until it ends. */
function quietFrom(deployment: Deployment): number | null {
  const scriptedEnd = deployment.startedAt + deployment.seconds * 1000;
  if (deployment.stalledAt !== null && deployment.stalledAt < scriptedEnd) return deployment.stalledAt;
  return deployment.end === "timeout" ? scriptedEnd : null;
}

/** The output so far; empty when nothing was printed yet. */
export function outputAt(deployment: Deployment, now: number): string {
  const lines = deployment.output;
  const until = Math.min(
    now,
    deployment.ended?.at ?? Number.POSITIVE_INFINITY,
    deployment.stalledAt ?? Number.POSITIVE_INFINITY,
  );
  const length = deployment.seconds * 1000;
  const share = length === 0 ? 1 : Math.max(0, until - deployment.startedAt) / length;
  const printed = share >= 1 ? lines.length : Math.floor(share * (lines.length + 1));
  return lines.slice(0, printed).join("\n");
}
