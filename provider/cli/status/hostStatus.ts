import { ForbiddenError } from "../../api/errors";
import type { DeployStatus, HostConfigApi } from "../../api/hostConfigApi";
import { lastLines, plainOutput } from "../../lifecycle/deployment/jobOutput";
import { finishedStatus, statusKind } from "../../lifecycle/deployment/statusKind";
import type { ShownHost } from "../hosts/shownHost";
import { plainText } from "../output/plainText";

/**
 * How a host's latest deployment stands:
 *
 * - `published`, `failed`: it ended;
 * - `running`, `importing`: the host is busy;
 * - `none`: the host was never deployed;
 * - `idle`: neither running nor ended, as after a reset;
 * - `unreadable`: the token may not see it.
 */
export type DeploymentState =
  "published" | "failed" | "running" | "importing" | "none" | "idle" | "unreadable";

/** A host and its latest deployment. */
export interface HostStatus extends ShownHost {
  state: DeploymentState;
  /** `publishing_status`, as the service spells it. */
  status: string | undefined;
  type: string | undefined;
  /** When it finished, as the service spells it; `undefined` while it runs. */
  finishedAt: string | undefined;
  /** Output of the job so far. Not redacted. */
  output: string;
}

/** Reads how a host's latest deployment stands. `GET /api/v1/hosts/{id}/deploy` */
export async function readHostStatus(
  api: HostConfigApi,
  host: ShownHost,
  signal: AbortSignal,
): Promise<HostStatus> {
  try {
    return hostStatus(host, await api.getDeployStatus(host.id, { signal }));
  } catch (error) {
    if (error instanceof ForbiddenError) return { ...hostStatus(host, undefined), state: "unreadable" };
    throw error;
  }
}

function hostStatus(host: ShownHost, status: DeployStatus | undefined): HostStatus {
  const state = stateOf(status);
  const busy = state === "running" || state === "importing";
  return {
    ...host,
    state,
    status: status?.publishingStatus === undefined ? undefined : plainText(status.publishingStatus),
    type: status?.deployType === undefined ? undefined : plainText(status.deployType),
    finishedAt: busy || status?.deployAt === undefined ? undefined : plainText(status.deployAt),
    output: plainOutput(status?.jobStdout ?? ""),
  };
}

function stateOf(status: DeployStatus | undefined): DeploymentState {
  switch (statusKind(status, undefined)) {
    case "none":
      return "none";
    case "idle":
      return "idle";
    case "deploying":
      return "running";
    case "importing":
      return "importing";
    case "old":
    case "others":
    case "ended":
      return status !== undefined && finishedStatus(status) === "published" ? "published" : "failed";
  }
}

/** Whether something runs on the host. */
export function isBusy({ state }: HostStatus): boolean {
  return state === "running" || state === "importing";
}

/** The last line that the job has printed, without the secrets that `redact` knows. */
export function lastOutput({ output }: HostStatus, redact?: (text: string) => string): string | undefined {
  return lastLines(output, 1, redact)[0];
}

/** What programs get to see: all but the output, which may repeat secrets. */
export function statusResult(status: HostStatus): Omit<HostStatus, "output"> {
  const { id, name, clientId, state, finishedAt, type } = status;
  return { id, name, clientId, state, status: status.status, type, finishedAt };
}
