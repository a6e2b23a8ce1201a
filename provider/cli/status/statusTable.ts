import { ForbiddenError } from "../../api/errors";
import type { DeployStatus, HostConfigApi } from "../../api/hostConfigApi";
import { lastLines, plainOutput } from "../../deploy/output";
import { finishedStatus, statusKind } from "../../deploy/status";
import { type ShownHost, outputRedactor } from "../hosts";
import { plainText, age, counted, type Style, tableLines, type Cell } from "../output";

/**
 * How a host's latest deployment stands:
 *
 * - `published`, `failed`: it ended;
 * - `running`, `importing`: the host is busy;
 * - `none`: the host was never deployed;
 * - `idle`: neither running nor ended, as after a reset;
 * - `unreadable`: the token may not see it.
 */
type DeploymentState = "published" | "failed" | "running" | "importing" | "none" | "idle" | "unreadable";

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

/** The hosts, one a line. */
export function statusTable(statuses: readonly HostStatus[], style: Style, now: number): string[] {
  const heading = ["HOST", "ID", "CLIENT", "STATUS", "TYPE", "SINCE"].map((text): Cell => {
    return { text, style: style.heading };
  });
  const rows = statuses.map((status): Cell[] => [
    { text: status.name },
    { text: String(status.id) },
    { text: status.clientId === undefined ? "-" : String(status.clientId) },
    { text: stateText(status), style: stateStyle(status.state, style) },
    { text: status.type ?? "-" },
    { text: since(status, now) },
  ]);
  return tableLines([heading, ...rows]);
}

/** `12 hosts: 9 published, 1 running, 2 failed (blog1, shop2)` */
export function statusSummary(statuses: readonly HostStatus[]): string {
  const states: DeploymentState[] = [
    "published",
    "running",
    "importing",
    "failed",
    "idle",
    "none",
    "unreadable",
  ];
  const parts = states.flatMap((state) => {
    const own = statuses.filter((status) => status.state === state);
    if (own.length === 0) return [];
    return [`${own.length} ${summaryWords[state]}${state === "failed" ? ` (${namesOf(own)})` : ""}`];
  });
  return `${counted(statuses.length, "host")}: ${parts.join(", ")}`;
}

const summaryWords: Record<DeploymentState, string> = {
  published: "published",
  running: "running",
  importing: "importing",
  failed: "failed",
  idle: "idle",
  none: "never deployed",
  unreadable: "not readable",
};

/** Names beyond these are counted. */
const mostNames = 10;

function namesOf(statuses: readonly HostStatus[]): string {
  const names = statuses.slice(0, mostNames).map(({ name }) => name);
  const more = statuses.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** What a state is called: the service's own word, where it has one. */
export function stateText({ state, status }: HostStatus): string {
  switch (state) {
    case "published":
    case "failed":
    case "idle":
      return status ?? state;
    case "running":
      return "running";
    case "importing":
      return "importing";
    case "none":
      return "never deployed";
    case "unreadable":
      return "not readable";
  }
}

export function stateStyle(state: DeploymentState, style: Style): (text: string) => string {
  switch (state) {
    case "published":
      return style.good;
    case "failed":
      return style.bad;
    case "running":
    case "importing":
      return style.active;
    case "unreadable":
      return style.warning;
    case "none":
    case "idle":
      return style.faint;
  }
}

function since({ state, finishedAt }: HostStatus, now: number): string {
  if (state === "running" || state === "importing") return "now";
  return finishedAt === undefined ? "-" : age(finishedAt, now);
}

/** More failures than these are not explained. */
const mostExplained = 10;

/** For each failed deployment, the last line of its output. */
export async function failureLines(
  api: HostConfigApi,
  statuses: readonly HostStatus[],
  token: string,
  signal: AbortSignal,
): Promise<string[]> {
  const failed = statuses.filter(({ state }) => state === "failed").slice(0, mostExplained);
  return Promise.all(
    failed.map(async (status) => {
      if (lastOutput(status) === undefined) return `  ${status.name}: it left no output.`;
      const redact = await outputRedactor(api, status.id, token, signal);
      return `  ${status.name}: ${lastOutput(status, redact) ?? ""}`;
    }),
  );
}
