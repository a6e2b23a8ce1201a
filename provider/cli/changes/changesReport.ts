import { type Unpublished, latestText } from "../../deploy/context";
import type { Finding } from "../../runtime/findings";
import { plainText } from "../output";

/** What `preview` and `drift` report about the resources that they found. */
export interface ChangesReport extends ChangesWording {
  /** One line; `name` gives the name of a stack the form that is safe where the line is shown. */
  title: (name: (text: string) => string) => string;
  resources: readonly ChangedResource[];
  /** What is saved already, and not published yet. */
  unpublished: readonly UnpublishedResource[];
  /** How many hosts and groups were compared; `undefined` where that is not the question. */
  compared?: number;
  warnings: readonly string[];
  /** What a person can do about it. */
  next: readonly string[];
}

/** The words of a command. */
export interface ChangesWording {
  /** Headings of the values on both sides. */
  columns: { before: string; after: string };
  /** What happens, or happened, to a resource of each kind. */
  verbs: Readonly<Record<ChangedResource["change"], string>>;
  /** Said of a resource whose difference has no value that can be shown. */
  noValues: string;
}

/** A resource of the program, by its URN. */
interface NamedResource {
  /** Its own name in the program. */
  resource: string;
  urn: string;
  stack: string;
  project: string;
  /** Such as `Host 12 (web1)`; for a resource that is no host and no group, its type. */
  label: string;
}

/** A resource that differs. */
export interface ChangedResource extends NamedResource {
  change: "create" | "update" | "delete" | "replace";
  /** How much of the configuration the program owns; `undefined` for a resource that is no host and no group. */
  ownership: "whole" | "declared" | undefined;
  values: ChangedValue[];
  /** Type of the deployment that the update would start, as the program gives it. */
  deployType?: string;
}

/** A value that is not the same before and after; secrets are masked. */
export interface ChangedValue {
  /** Such as `json.php.version`. */
  path: string;
  /** As JSON; `undefined`: there is none. */
  before: string | undefined;
  after: string | undefined;
}

/** A resource with a saved change that is not published. */
export interface UnpublishedResource extends NamedResource {
  /** Such as `the latest deployment ended in "error"`; `undefined` where nothing is known of one. */
  latest: string | undefined;
}

/** Stands over {@link ChangesReport.unpublished}. */
export const unpublishedTitle =
  "Saved by an earlier `pulumi up` and not published yet: `pulumi up` deploys it";

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

/** In the order of their names, numbers by their value. */
export function inOrder<Resource extends { urn: string }>(resources: readonly Resource[]): Resource[] {
  return [...resources].sort((one, other) => one.urn.localeCompare(other.urn, "en", { numeric: true }));
}

/** Whether a resource is a host or a group; `undefined`: neither. */
export function resourceKind({ urn }: { urn: string }): "Host" | "GroupConfig" | undefined {
  const [, , type = ""] = urn.split("::");
  const noun = /hostconfig:(?:index:)?(Host|GroupConfig)$/.exec(type)?.[1];
  return noun === "Host" || noun === "GroupConfig" ? noun : undefined;
}

/** `urn:pulumi:STACK::PROJECT::TYPE::NAME` */
export function partsOf(urn: string): { stack: string; project: string; name: string } {
  const [stack = "", project = "", , ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack: plainText(stack), project: plainText(project), name: plainText(name.join("::")) };
}

/** How much of the record is the program's, and so what a change outside Pulumi means. */
export function ownershipWords({ ownership }: ChangedResource): string {
  switch (ownership) {
    case "whole":
      return "owns the whole configuration (ownership: whole)";
    case "declared":
      return "owns the keys that it names (ownership: declared)";
    case undefined:
      return "owns it";
  }
}

/**
 * Messages with the same cause as one: an unreachable service is reported for every host. Messages that differ only in
 * numbers and in names of hosts have the same cause.
 */
export function collapsedMessages(messages: readonly string[]): string[] {
  const byCause = new Map<string, string[]>();
  for (const message of new Set(messages)) {
    byCause.set(cause(message), [...(byCause.get(cause(message)) ?? []), message]);
  }
  return [...byCause.values()].map(([first = "", ...more]) =>
    more.length === 0 ? first : `${first}\n… and ${more.length} more of this kind.`,
  );
}

function cause(message: string): string {
  return message.replaceAll(/\b(Host|Group) \d+(?: \([^)]*\))?/g, "$1").replaceAll(/\d+/g, "#");
}
