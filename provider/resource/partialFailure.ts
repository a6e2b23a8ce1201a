import type { Properties } from "../config/values";

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
