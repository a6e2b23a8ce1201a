import type { PropertyDifference } from "../config/compare";
import type { DriftedValue } from "../config/drift";
import type { Properties } from "../config/values";
import type { Notice } from "../deploy/context";

/** What the comparison of a resource's state with its inputs gives. */
export interface DiffResult {
  changes: boolean;
  /** Inputs whose change asks for another host or group. */
  replaces: string[];
  /**
   * Where something else asks for a replacement, such as `replaceOnChanges`, the resource stays the same record of the
   * service: letting go of it after it was taken over again would undo what was just saved. One that creates its host would
   * fail, since the host is there already, and must not have been let go of before.
   */
  deleteBeforeReplace: boolean;
  differences: PropertyDifference[];
  /** Something is saved that has to be deployed again, as far as the state tells. */
  deploymentDue: boolean;
  /** What the user has to know of an update that no changed input explains, one sentence a host. */
  notices: Notice[];
  /** Why the update would save nothing, as far as the state tells. */
  refusal: string | undefined;
}

/** What a refresh or an import found. */
export interface ReadResult {
  id: string;
  /** What the program would have had to declare for the service to hold what it holds. */
  inputs: Properties;
  outputs: Properties;
  /** What was changed outside Pulumi since the last `pulumi up`. */
  drift: DriftedValue[];
}

/**
 * Whether a changed input asks for a request. The others only change how the resource is managed; a configuration that
 * is no longer given is no longer managed, and stays as it is.
 */
export function changesService({ path, kind }: PropertyDifference): boolean {
  const [input, key] = path;
  if (input === "deploy") return key === "triggers";
  if (input === "json" || input === "jsonAdmin") return path.length > 1 || kind !== "delete";
  return input === "ownership";
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
