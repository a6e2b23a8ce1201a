import { RunError } from "@pulumi/pulumi";
import { safeText } from "../provider/api/safeText";

/** The error that ends a program without a stack: Pulumi's CLI prints its message as it is. */
export function programError(message: string, options?: ErrorOptions): RunError {
  return Object.assign(new RunError(safeText(message)), options);
}
