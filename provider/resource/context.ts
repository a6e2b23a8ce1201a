import type { OnConflict } from "../api/settings";
import type { PropertyPath } from "../config/values";
import type { DeployContext } from "../deploy/context";
import type { ManagedRecords } from "./managedRecords";

/** What an operation on a resource works with; the provider makes one for every operation. */
export interface LifecycleContext extends DeployContext {
  /** A text that nobody can guess, of hexadecimal digits. */
  randomHex(bytes: number): string;
  /** The stack's `hostconfig:onConflict`. */
  onConflict?: OnConflict | undefined;
  /** The places of secrets among the inputs, of the program and of the state. */
  secretPaths?: readonly PropertyPath[] | undefined;
  /** What the operations of this run know of each other, with one address and token. */
  managed: ManagedRecords;
}

/** Says of a host that was published that a warning of the same run, as of an `up --refresh`, is no longer true. */
export function settleWarning({ managed, progress }: LifecycleContext, label: string): void {
  if (managed.settlesWarning(label)) progress.info(`${label}: what is saved is published now.`);
}
