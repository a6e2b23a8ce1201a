import { type Unpublished, latestText } from "../../deploy/context";
import type { Finding } from "../../runtime/findings";
import { plainText } from "../output";
import { type ChangedResource, inOrder, partsOf } from "./changedResource";

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

/**
 * Messages with the same cause as one: an unreachable service says so for every host. Those that differ in numbers and
 * names of hosts only have the same.
 */
export function collapsedMessages(messages: readonly string[]): string[] {
  const byCause = new Map<string, string[]>();
  for (const message of new Set(messages)) {
    byCause.set(cause(message), [...(byCause.get(cause(message)) ?? []), message]);
  }
  return [...byCause.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [more.length === 0 ? first : `${first}\n… and ${more.length} more of this kind.`],
  );
}

function cause(message: string): string {
  return message.replaceAll(/\b(Host|Group) \d+(?: \([^)]*\))?/g, "$1").replaceAll(/\d+/g, "#");
}

/** A resource that holds what an earlier update saved and did not get published. */
export interface UnpublishedResource {
  /** The resource's own name in the program. */
  resource: string;
  urn: string;
  stack: string;
  project: string;
  /** Such as `Host 12 (web1)`. */
  label: string;
  /** Such as `the latest deployment ended in "error"`; `undefined` where nothing is known of one. */
  latest: string | undefined;
}

/** What is saved and not published yet, in the order of the resources' names; each host of a resource once. */
export function unpublishedResources(found: ReadonlyMap<string, Finding>): UnpublishedResource[] {
  return inOrder(
    [...found].flatMap(([urn, { unpublished }]) => {
      const { name, stack, project } = partsOf(urn);
      return unpublished.map(({ label, ...more }): UnpublishedResource => ({
        resource: name,
        urn: plainText(urn),
        stack,
        project,
        label: plainText(label),
        latest: latestOf(more),
      }));
    }),
  );
}

function latestOf({ status, unknown }: Omit<Unpublished, "label">): string | undefined {
  switch (unknown) {
    case "save":
      return "the answer to its last save was lost, so that it is not known whether it was saved";
    case "publication":
      return "whether it is published is not known";
    case undefined: {
      const text = latestText(status);
      return text === undefined ? undefined : plainText(text);
    }
  }
}
