/** An input that cannot be used, as Pulumi shows it. */
export interface CheckFailure {
  /** The input, as a property path: `deploy.type`. */
  property: string;
  /** What is wrong with it and what to do. */
  reason: string;
}

/** What the check of a resource's inputs gives. */
export interface CheckResult {
  inputs: import("../configuration/unknown").Properties;
  failures: CheckFailure[];
}
