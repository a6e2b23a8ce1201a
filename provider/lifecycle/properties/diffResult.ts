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
  /** Something is saved that has to be deployed again, as far as the state tells. */
  deploymentDue: boolean;
  /** What the user has to know of an update that no changed input explains, one sentence a host. */
  notices: string[];
}
