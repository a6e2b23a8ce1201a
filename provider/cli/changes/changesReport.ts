import type { ChangedResource } from "./changedResource";
import type { UnpublishedResource } from "./unpublished";

/** What a command tells about the resources that it found. */
export interface ChangesReport {
  /** One line; `name` gives the name of a stack the form that is safe where the line is shown. */
  title: (name: (text: string) => string) => string;
  /** What stands for a value that is not there, such as `(not declared)`. */
  columns: { before: string; after: string };
  resources: readonly ChangedResource[];
  /** What happens, or happened, to a resource of each kind. */
  verbs: Readonly<Record<ChangedResource["change"], string>>;
  /** Said of a resource whose difference has no value that can be shown. */
  noValues: string;
  /** What is saved already, and not published yet. */
  unpublished: readonly UnpublishedResource[];
  /** How many hosts and groups were compared; `undefined` where that is not the question. */
  compared?: number;
  warnings: readonly string[];
  /** What a person can do about it. */
  next: readonly string[];
}

/** Stands over {@link ChangesReport.unpublished}. */
export const unpublishedTitle =
  "Saved by an earlier `pulumi up` and not published yet: `pulumi up` deploys it";
