import type { ChangedResource } from "./changedResource";

/** What a command tells about the resources that it found. */
export interface ChangesReport {
  /** One line. */
  title: string;
  /** What stands for a value that is not there, such as `(not declared)`. */
  columns: { before: string; after: string };
  resources: readonly ChangedResource[];
  /** What happens, or happened, to a resource of each kind. */
  verbs: Readonly<Record<ChangedResource["change"], string>>;
  /** Said of a resource whose difference has no value that can be shown. */
  noValues: string;
  warnings: readonly string[];
  /** What a person can do about it. */
  next: readonly string[];
}
