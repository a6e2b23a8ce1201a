import { ForbiddenError } from "../../api/errors";
import type { DeployStatus, Host, HostConfigApi } from "../../api/hostConfigApi";
import { plainOutput } from "../../api/safeText";
import { lastLines } from "../../deploy/output";
import { finishedStatus, statusKind } from "../../deploy/status";
import { age, counted, plainText, tableLines, type Style } from "../output";

/** A host and its latest deployment. */
export interface HostStatus {
  host: Host;
  /** As the service answered; `undefined` if the host was never deployed or the token may not see it. */
  deploy: DeployStatus | undefined;
  state: DeploymentState;
}

/**
 * The state of a host's latest deployment:
 *
 * - `published`, `failed`: it ended;
 * - `running`, `importing`: the host is busy;
 * - `none`: the host was never deployed;
 * - `idle`: neither running nor ended, as after a reset;
 * - `unreadable`: the token may not see it.
 */
type DeploymentState = "published" | "failed" | "running" | "importing" | "none" | "idle" | "unreadable";

/** How each state is shown, in the order of the summary. */
const states: Readonly<Record<DeploymentState, { word: string; style: keyof Style }>> = {
  published: { word: "published", style: "good" },
  running: { word: "running", style: "active" },
  importing: { word: "importing", style: "active" },
  failed: { word: "failed", style: "bad" },
  idle: { word: "idle", style: "faint" },
  none: { word: "never deployed", style: "faint" },
  unreadable: { word: "not readable", style: "warning" },
};

interface StatusField {
  /** Name in `--json`. */
  key: string;
  value: (status: HostStatus) => string | number | undefined;
  /** Heading of its column in the table; without one, only programs get it. */
  heading?: string;
  /** What the table shows instead of the value. */
  text?: (status: HostStatus, now: number) => string;
  style?: (status: HostStatus) => keyof Style;
}

/** What `status` shows of a host. A new entry is a new column of the table, a new key of `--json`, or both. */
const fields: readonly StatusField[] = [
  { key: "name", heading: "HOST", value: ({ host }) => host.name },
  { key: "id", heading: "ID", value: ({ host }) => host.id },
  { key: "clientId", heading: "CLIENT", value: ({ host }) => host.clientId },
  { key: "state", value: ({ state }) => state },
  {
    key: "status",
    heading: "STATUS",
    value: ({ deploy }) => deploy?.publishingStatus,
    text: stateText,
    style: ({ state }) => states[state].style,
  },
  { key: "type", heading: "TYPE", value: ({ deploy }) => deploy?.deployType },
  { key: "finishedAt", heading: "SINCE", value: finishedAt, text: since },
];

/** What programs get: never the output, which may repeat secrets. */
export function statusResult(status: HostStatus): Record<string, string | number | undefined> {
  const values = fields.map(({ key, value }) => [key, plainValue(value(status))] as const);
  return { id: status.host.id, ...Object.fromEntries(values) };
}

/** The hosts, one a line. */
export function statusTable(statuses: readonly HostStatus[], style: Style, now: number): string[] {
  const columns = fields.filter(({ heading }) => heading !== undefined);
  return tableLines([
    columns.map(({ heading = "" }) => ({ text: heading, style: style.heading })),
    ...statuses.map((status) =>
      columns.map(({ value, text, style: styleOf }) => ({
        text: text?.(status, now) ?? String(plainValue(value(status)) ?? "-"),
        ...(styleOf === undefined ? {} : { style: style[styleOf(status)] }),
      })),
    ),
  ]);
}

function plainValue(value: string | number | undefined): string | number | undefined {
  return typeof value === "string" ? plainText(value) : value;
}

/** Names beyond these are counted. */
const mostNames = 10;

/** `12 hosts: 9 published, 1 running, 2 failed (blog1, shop2)` */
export function statusSummary(statuses: readonly HostStatus[]): string {
  const parts = Object.entries(states).flatMap(([state, { word }]) => {
    const own = statuses.filter((status) => status.state === state);
    if (own.length === 0) return [];
    if (state !== "failed") return [`${own.length} ${word}`];
    const names = own.slice(0, mostNames).map(({ host }) => plainText(host.name));
    const more = own.length > mostNames ? ` and ${own.length - mostNames} more` : "";
    return [`${own.length} ${word} (${names.join(", ")}${more})`];
  });
  return `${counted(statuses.length, "host")}: ${parts.join(", ")}`;
}

function since(status: HostStatus, now: number): string {
  const ended = finishedAt(status);
  if (ended !== undefined) return age(plainText(ended), now);
  return isBusy(status) ? "now" : "-";
}

/** The service's own word for a deployment that does not run, and ours for all else. */
export function stateText({ state, deploy }: HostStatus): string {
  const isOwnWord = state === "published" || state === "failed" || state === "idle";
  const text = isOwnWord ? deploy?.publishingStatus : undefined;
  return text === undefined ? states[state].word : plainText(text);
}

/** `running (Full Deploy)` */
export function stateAndType(status: HostStatus): string {
  const type = status.deploy?.deployType;
  return `${stateText(status)}${type === undefined ? "" : ` (${plainText(type)})`}`;
}

/** The text in the color of the state. */
export function inStateStyle({ state }: HostStatus, style: Style, text: string): string {
  return style[states[state].style](text);
}

/** Reads how a host's latest deployment stands. `GET /api/v1/hosts/{id}/deploy` */
export async function readHostStatus(
  api: HostConfigApi,
  host: Host,
  signal: AbortSignal,
): Promise<HostStatus> {
  try {
    const deploy = await api.getDeployStatus(host.id, { signal });
    return { host, deploy, state: stateOf(deploy) };
  } catch (error) {
    if (error instanceof ForbiddenError) return { host, deploy: undefined, state: "unreadable" };
    throw error;
  }
}

function stateOf(deploy: DeployStatus | undefined): DeploymentState {
  const kind = statusKind(deploy, undefined);
  switch (kind) {
    case "none":
    case "idle":
    case "importing":
      return kind;
    case "deploying":
      return "running";
    case "old":
    case "others":
    case "ended":
      return deploy !== undefined && finishedStatus(deploy) === "published" ? "published" : "failed";
  }
}

/** Whether something runs on the host. */
export function isBusy({ state }: HostStatus): boolean {
  return state === "running" || state === "importing";
}

/** When the latest deployment ended, in the service's format; `undefined` while it runs. */
export function finishedAt(status: HostStatus): string | undefined {
  return isBusy(status) ? undefined : status.deploy?.deployAt;
}

/** Output of the job so far, with its secrets. */
export function jobOutput({ deploy }: HostStatus): string {
  return plainOutput(deploy?.jobStdout ?? "");
}

/** The last line that the job has printed, without the secrets that `redact` knows. */
export function lastOutput(status: HostStatus, redact?: (text: string) => string): string | undefined {
  return lastLines(jobOutput(status), 1, redact)[0];
}
