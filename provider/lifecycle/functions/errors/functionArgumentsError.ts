import type { CheckFailure } from "../../properties/checkFailure";

/** Arguments of a function that cannot be used. Found before any request is made. */
export class FunctionArgumentsError extends Error {
  /** What is wrong, by argument. */
  readonly failures: readonly CheckFailure[];

  constructor(functionName: string, failures: readonly CheckFailure[]) {
    super(
      `${functionName}: ${failures.map(({ property, reason }) => inWords(property, reason)).join("; ")}.`,
    );
    this.name = "FunctionArgumentsError";
    this.failures = failures;
  }
}

function inWords(property: string, reason: string): string {
  return reason.startsWith(property) ? reason : `${property}: ${reason}`;
}
