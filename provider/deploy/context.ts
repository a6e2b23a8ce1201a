import type { Clock } from "../api/clock";
import type { HostConfigApi } from "../api/hostConfigApi";
import type { Deployed } from "./batch";
import type { DeploymentRecord, DeploymentSummary } from "./record";
import type { Turns } from "./turns";

/** Where a user sees what is going on. */
export interface ProgressSink {
  /** What is going on right now; the next status takes its place. */
  status(message: string): void;
  /** What the user should still be able to read afterwards. */
  info(message: string): void;
  /** What the user should do something about. */
  warn(message: string): void;
  /** The result of a deployment that this operation asked for, for a summary of many. */
  deployed?(one: Deployed): void;
  /** A saved configuration that is not published, for a program that collects findings; it then gets no warning. */
  unpublished?(one: Unpublished): void;
}

/** What a deployment works with; the provider makes one for every operation. */
export interface DeployContext {
  api: HostConfigApi;
  clock: Clock;
  progress: ProgressSink;
  /** Takes the secrets that the provider and the resource know out of a text of the service. */
  redact(text: string): string;
  /** Aborted when the user wants to stop: waits end at once. */
  signal?: AbortSignal | undefined;
  /** The stack's `hostconfig:wait`. */
  waitByDefault: boolean;
  /** Seconds of `customTimeouts` for this operation, if the provider gets them. */
  timeoutSeconds?: number | undefined;
  /** The turns of this run's operations, with one address and token. */
  managed: Turns;
}

/** A host whose saved configuration is not published, or perhaps not, as data for a program. */
export interface Unpublished {
  /** Such as `Host 12 (web1)`. */
  label: string;
  /** Status of its latest deployment; left out if there was none. */
  status?: string | undefined;
  /**
   * What is not known: whether the last save was carried out, because its answer was lost, or whether what is saved was
   * published. Left out if it is certain that it was not.
   */
  unknown?: "save" | "publication" | undefined;
}

/** What the user has to know, and the same as data. */
export interface Notice {
  text: string;
  /** Left out if it is about something else. */
  unpublished?: Unpublished;
}

/**
 * What a refresh and a preview say of a host whose saved configuration is not published: it is no reason for the refresh to
 * fail, and no changed input explains the update.
 */
export function unpublishedNotice(
  label: string,
  { owed }: DeploymentRecord,
  latest: DeploymentSummary | undefined,
): Notice {
  const status = latest?.status;
  const found = latestText(status);
  // Somebody else may have saved and deployed it: the latest deployment shows nothing then.
  const said =
    owed === true
      ? `what is saved has not been published yet${found === undefined ? "" : ` (${found})`}`
      : "what is saved may not have been published yet";
  const unknown = owed === true ? undefined : "publication";
  const text = `${label}: ${said}; \`pulumi up\` deploys it.`;
  return { text, unpublished: { label, status, unknown } };
}

/** What is to be said of the latest deployment; `undefined` if there was none. */
export function latestText(status: string | undefined): string | undefined {
  switch (status) {
    case undefined:
      return undefined;
    case "deploy":
      return "a deployment was still running at the last look";
    case "import":
      return "an import was running at the last look";
    case "published":
      return "the latest deployment was of something else";
    default:
      return `the latest deployment ended in "${status}"`;
  }
}

/** Gives a program that collects findings the data, and everybody else a warning. */
export function reportNotice(progress: ProgressSink, { text, unpublished }: Notice): void {
  if (progress.unpublished === undefined || unpublished === undefined) progress.warn(text);
  else progress.unpublished(unpublished);
}
