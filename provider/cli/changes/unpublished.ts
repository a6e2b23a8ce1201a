import type { Finding } from "../../engine/findings";
import type { Unpublished } from "../../lifecycle/unpublished";
import { latestText } from "../../lifecycle/deployment/owedDeployment";
import { plainText } from "../output/plainText";
import { inOrder, partsOf } from "./changedResource";

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
