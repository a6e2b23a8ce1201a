import type { DriftedValue } from "../configuration/beforeDrift";
import type { Properties } from "../configuration/unknown";

/** What a refresh or an import found. */
export interface ReadResult {
  id: string;
  /** What the program would have had to declare for the service to hold what it holds. */
  inputs: Properties;
  outputs: Properties;
  /** What was changed outside Pulumi since the last `pulumi up`. */
  drift: DriftedValue[];
}
