import type { Clock } from "../api/clock";
import type { HostConfigApi } from "../api/hostConfigApi";
import type { OnConflict } from "../api/settings";
import type { PropertyPath } from "./configuration/propertyPath";
import type { Deployed } from "./deployment/deploymentBatch";
import type { Unpublished } from "./unpublished";
import type { ManagedRecords } from "./managedRecords";

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
