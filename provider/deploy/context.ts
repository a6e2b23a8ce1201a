import type { Clock } from "../api/clock";
import type { HostConfigApi } from "../api/hostConfigApi";
import type { OnConflict } from "../api/settings";
import type { PropertyPath } from "../config/values";
import type { ManagedRecords } from "./managedRecords";
import type { Deployed } from "./batch";
import type { DeploymentSummary, DeploymentLedger } from "./record";

/** Where a user sees what is going on. */
export interface ProgressSink {
  /** What is going on right now; the next status takes its place. */
  status(message: string): void;
  /** What the user should still be able to read afterwards. */
  info(message: string): void;
  /** What the user should do something about. */
  warn(message: string): void;
  /** A deployment that this operation asked for is done with, for a sum over many. */
  deployed?(one: Deployed): void;
  /** A saved configuration that is not published, for a program that collects findings; it then gets no warning. */
  unpublished?(one: Unpublished): void;
}

/** What an operation on a resource works with; a door makes one for every operation. */
export interface LifecycleContext {
  api: HostConfigApi;
  clock: Clock;
  progress: ProgressSink;
  /** Takes the secrets that the door and the resource know out of a text of the service's. */
  redact(text: string): string;
  /** A text that nobody can guess, of hexadecimal digits. */
  randomHex(bytes: number): string;
  /** Aborted when the user wants to stop: waits end at once. */
  signal?: AbortSignal | undefined;
  /** The stack's `hostconfig:wait`. */
  waitByDefault: boolean;
  /** The stack's `hostconfig:onConflict`. */
  onConflict?: OnConflict | undefined;
  /** The places of secrets among the inputs, of the program and of the state. */
  secretPaths?: readonly PropertyPath[] | undefined;
  /** What the operations of this run know of each other, with one address and token. */
  managed: ManagedRecords;
  /** Seconds of `customTimeouts` for this operation, where the door carries them. */
  timeoutSeconds?: number | undefined;
}

/**
 * What a refresh and a preview say of a deployment that is still owed: it is no reason for the refresh to fail, and no
 * changed input explains the update.
 */
export function owedDeployment({ owed }: DeploymentLedger, latest: DeploymentSummary | undefined): string {
  // Somebody else may have saved and deployed it: the latest deployment tells nothing then.
  const found =
    owed === true
      ? `what is saved has not been published yet${inBrackets(latestText(latest?.status))}`
      : "what is saved may not have been published yet";
  return `${found}; \`pulumi up\` deploys it.`;
}

/** Says of a host that was published that a warning of the same run, as of an `up --refresh`, is no longer true. */
export function settleWarning({ managed, progress }: LifecycleContext, label: string): void {
  if (managed.settlesWarning(label)) progress.info(`${label}: what is saved is published now.`);
}

function inBrackets(text: string | undefined): string {
  return text === undefined ? "" : ` (${text})`;
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

/** What is to be said of a host whose deployment is due. */
export function owedNotice(
  label: string,
  ledger: DeploymentLedger,
  latest: DeploymentSummary | undefined,
): Notice {
  const text = `${label}: ${owedDeployment(ledger, latest)}`;
  const unknown = ledger.owed === true ? undefined : "publication";
  return { text, unpublished: { label, status: latest?.status, unknown } };
}

/** Gives a program that collects findings the data, and everybody else a warning. */
export function tell(progress: ProgressSink, { text, unpublished }: Notice): void {
  if (progress.unpublished === undefined || unpublished === undefined) progress.warn(text);
  else progress.unpublished(unpublished);
}
