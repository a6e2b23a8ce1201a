import { age } from "../output/age";
import { counted } from "../output/counted";
import type { Style } from "../output/style";
import { tableLines, type Cell } from "../output/table";
import type { DeploymentState, HostStatus } from "./hostStatus";

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
