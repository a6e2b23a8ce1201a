import type { Notice } from "../unpublished";
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
