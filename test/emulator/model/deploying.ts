import type { JsonObject } from "../json";
import { settle } from "./deployment";
import type { Deployment, DeploymentScript, DeployType, FinishedStatus } from "./deployment";
import type { HostRecord } from "./records";
import type { Service } from "./service";

/** The host's latest deployment as of now, or null where there is no history. */
export function latestDeployment(service: Service, host: HostRecord): Deployment | null {
  const { latest } = host;
  if (latest === null) return null;
  settle(latest, service.clock.now(), service.inactivityMs);
  const importIsOver = latest.kind === "import" && latest.ended !== null;
  if (importIsOver && service.readings.afterImport === "previous") host.latest = latest.previous;
  return host.latest;
}

/** The deployment or import that is still marked active, if there is one. */
export function runningDeployment(service: Service, host: HostRecord): Deployment | null {
  const latest = latestDeployment(service, host);
  return latest?.ended === null ? latest : null;
}

/** Starts a deployment as the host's next script says. Whether one may start is the caller's question. */
export function startDeployment(service: Service, host: HostRecord, type: DeployType): void {
  const previous = latestDeployment(service, host);
  const script: DeploymentScript = { ...service.script, ...host.scripts.shift() };
  begin(service, host, { ...script, kind: "deploy", type, previous });
  if (host.staleAtNextStart > 0) {
    host.stale = { until: service.clock.now() + host.staleAtNextStart, shown: previous };
    host.staleAtNextStart = 0;
  }
}

/** Starts an import: how the service comes to do that is not shown, so only a test can. */
export function startImport(service: Service, host: HostRecord, seconds: number): void {
  const previous = latestDeployment(service, host);
  begin(service, host, { kind: "import", type: null, previous, seconds, end: "published", output: [] });
}

/** Ends what runs on the host, if anything does. */
export function endDeployment(service: Service, host: HostRecord, status: FinishedStatus): void {
  const running = runningDeployment(service, host);
  if (running !== null) running.ended = { at: service.clock.now(), status };
}

/** Releases a running deployment, as the reset endpoint does. Finished ones stay as they are. */
export function resetDeployment(service: Service, host: HostRecord): void {
  const { afterReset } = service.readings;
  const running = runningDeployment(service, host);
  host.stale = null;
  if (running === null) return;
  running.ended = { at: service.clock.now(), status: afterReset === 404 ? "canceled" : afterReset };
  if (afterReset === 404) host.latest = null;
}

/** What the last published deployment applied; null before the first. */
export function deployedJson(service: Service, host: HostRecord): JsonObject | null {
  latestDeployment(service, host);
  const published = host.history.findLast(
    (deployment) => deployment.kind === "deploy" && deployment.ended?.status === "published",
  );
  return published?.jsonAtStart ?? null;
}

type Beginning = Omit<Deployment, "startedAt" | "jsonAtStart" | "stalledAt" | "ended">;

function begin(service: Service, host: HostRecord, beginning: Beginning): void {
  const deployment: Deployment = {
    ...beginning,
    startedAt: service.clock.now(),
    jsonAtStart: host.json,
    stalledAt: null,
    ended: null,
  };
  host.latest = deployment;
  host.history.push(deployment);
}
