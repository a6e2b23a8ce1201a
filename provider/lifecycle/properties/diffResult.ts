import type { PropertyPath } from "../configuration/propertyPath";

/** One input whose change a preview names. */
export interface PropertyDifference {
  path: PropertyPath;
  kind: "add" | "update" | "delete" | "add-replace" | "update-replace" | "delete-replace";
}

/** What the comparison of a resource's state with its inputs gives. */
export interface DiffResult {
  changes: boolean;
  /** Inputs whose change asks for another host or group. */
  replaces: string[];
  differences: PropertyDifference[];
  /** Nothing but a deployment is missing. */
  deploymentDue: boolean;
}
