import type { FastifyInstance } from "fastify";
import { endpoint } from "../http/endpoint";
import { reachHost } from "../http/reaching";
import { Refusal } from "../http/refusal";
import { dateShape } from "../http/shapes";
import type { JsonObject } from "../json";
import { isObject } from "../json";
import type { Deployment, DeployType } from "../model/deployment";
import { isStalled, outputAt } from "../model/deployment";
import { latestDeployment, resetDeployment, runningDeployment, startDeployment } from "../model/deploying";
import type { HostRecord } from "../model/records";
import type { Service } from "../model/service";
import type { Readings } from "../readings";

const path = "/api/v1/hosts/{id}/deploy";

/** Deployments: status, start and reset. */
export function serveDeploy(app: FastifyInstance, service: Service): void {
  const { readings } = service;

  endpoint(app, service, "GET", path, ({ caller, id }) => {
    const host = reachHost(service, caller, id, { forbidden: "empty", notFound: "error" });
    const shown = shownDeployment(service, host);
    if (shown === null) throw new Refusal(404, "No deploy history found", "error");
    return { status: 200, body: statusShape(service, shown) };
  });

  endpoint(app, service, "POST", path, ({ caller, id, body }) => {
    const host = reachHost(service, caller, id);
    const type = deployType(isObject(body) ? body["type"] : undefined, service);
    const running = runningDeployment(service, host);
    if (running !== null && countsAsDeploying(service, running)) {
      throw new Refusal(400, "Host is currently deploying", "error");
    }
    startDeployment(service, host, type);
    return { status: 200, body: { message: "Deployment started" } };
  });

  endpoint(app, service, "DELETE", path, ({ caller, id }) => {
    resetDeployment(service, reachHost(service, caller, id));
    switch (readings.resetBody) {
      case "message":
        return { status: 200, body: { message: "Deploy state reset" } };
      case "emptyObject":
        return { status: 200, body: {} };
      case "empty":
        return { status: 200 };
    }
  });
}

function deployType(asked: unknown, { readings }: Service): DeployType {
  if (asked === undefined) throw new Refusal(400, "The type field is required.", "error");
  if (asked === "deploy") return "deploy";
  if (asked === "fullDeploy") return "Full Deploy";
  const isThird = asked === "fullDeleteDeploy" || asked === "fullResetDeploy";
  if (isThird && (readings.thirdType === "both" || readings.thirdType === asked)) return "Full Delete Deploy";
  throw new Refusal(400, "The selected type is invalid.", "error");
}

/** The deployment that the status speaks of: the latest, or while stale the one before. */
function shownDeployment(service: Service, host: HostRecord): Deployment | null {
  const latest = latestDeployment(service, host);
  const { stale } = host;
  return stale !== null && service.clock.now() < stale.until ? stale.shown : latest;
}

function statusShape(service: Service, deployment: Deployment): JsonObject {
  const { readings } = service;
  const now = service.clock.now();
  const { ended, kind, type } = deployment;
  const publishing = ended === null && countsAsDeploying(service, deployment);
  const brief = { publishing, publishing_status: ended?.status ?? kind };
  if (readings.deployStatus === "machineDescription") return brief;
  const stdout = outputAt(deployment, now);
  return {
    ...brief,
    is_deploying: publishing && (readings.stalledIsDeploying || !isStalled(deployment, now)),
    ...(stdout === "" ? noOutput(service) : { job_stdout: stdout }),
    ...deployAt(service, deployment),
    ...(type === null ? {} : { deploy_type: type }),
  };
}

function noOutput({ readings }: Service): JsonObject {
  switch (readings.stdoutWhenNone) {
    case "null":
      return { job_stdout: null };
    case "empty":
      return { job_stdout: "" };
    case "absent":
      return {};
  }
}

function countsAsDeploying({ readings }: Service, { kind }: Deployment): boolean {
  return kind === "deploy" || readings.importIsDeploying;
}

function deployAt({ readings }: Service, { ended, previous }: Deployment): JsonObject {
  const shape = (time: number) => deployTime(time, readings);
  if (ended !== null) return { deploy_at: shape(ended.at) };
  switch (readings.deployAtWhileRunning) {
    case "null":
      return { deploy_at: null };
    case "absent":
      return {};
    case "previous": {
      const before = previous?.ended;
      return { deploy_at: before === null || before === undefined ? null : shape(before.at) };
    }
  }
}

function deployTime(time: number, readings: Readings): string {
  const minute = Math.floor(time / 60_000) * 60_000;
  switch (readings.deployAt) {
    case "date":
      return dateShape(time, readings);
    case "unixSeconds":
      return String(Math.floor(time / 1000));
    case "minutes":
      return new Date(minute).toISOString().slice(0, 16).replace("T", " ");
    case "zeroSeconds":
      return dateShape(minute, readings);
    case "day":
      return new Date(time).toISOString().slice(0, 10);
  }
}
