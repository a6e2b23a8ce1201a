import { savedAndNotPublished } from "../../lifecycle/deployment/owedDeployment";
import { plainText } from "../output/plainText";
import { inOrder, partsOf } from "./changedResource";
import type { Preview } from "./runPreview";

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

/** What is saved and not published yet, in the order of the resources' names. */
export function unpublishedResources({ warnings }: Preview): UnpublishedResource[] {
  return inOrder(
    warnings.flatMap(({ urn, message }) => {
      const [label, more] = plainText(message).split(`: ${savedAndNotPublished}`);
      if (urn === undefined || label === undefined || more === undefined) return [];
      const { name, stack, project } = partsOf(urn);
      const latest = /^ \((.*)\);/.exec(more)?.[1];
      return [{ resource: name, urn: plainText(urn), stack, project, label, latest }];
    }),
  );
}

/** The warnings that {@link unpublishedResources} does not tell, each once. */
export function otherWarnings({ warnings }: Preview): string[] {
  const others = warnings.filter(
    ({ urn, message }) => urn === undefined || !message.includes(`: ${savedAndNotPublished}`),
  );
  return [...new Set(others.map(({ message }) => message))];
}
