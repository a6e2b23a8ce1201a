import type { OnConflict } from "../api/settings";
import type { Properties, PropertyPath } from "../config/values";
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

/**
 * An operation that got somewhere and not to its end. The state takes `outputs`, the resource is marked as incomplete,
 * and the next update carries on.
 */
export class PartialFailure extends Error {
  readonly id: string;
  readonly outputs: Properties;
  /** What went wrong, one sentence each; Pulumi shows these. */
  readonly reasons: string[];

  /** @param redact takes secrets out of a message: the service's own words in it may repeat them */
  constructor(id: string, outputs: Properties, errors: readonly unknown[], redact: (text: string) => string) {
    const reasons = errors.map((error) => redact(error instanceof Error ? error.message : String(error)));
    super(reasons.join("\n"));
    this.name = "PartialFailure";
    this.id = id;
    this.outputs = outputs;
    this.reasons = reasons;
  }
}
