import { savedAndNotPublished } from "../../lifecycle/deployment/owedDeployment";
import { inOrder, partsOf } from "./changedResource";
import type { Preview } from "./runPreview";

/** A resource that holds what an earlier update saved and did not get published. */
export interface UnpublishedResource {
  /** The resource's own name in the program. */
  resource: string;
  urn: string;
  stack: string;
  project: string;
  /** What the provider says of it: which host, and how its latest deployment ended. */
  message: string;
}

/** What is saved and not published yet, in the order of the resources' names. */
export function unpublishedResources({ warnings }: Preview): UnpublishedResource[] {
  return inOrder(
    warnings.flatMap(({ urn, message }) => {
      if (urn === undefined || !message.includes(savedAndNotPublished)) return [];
      const { name, stack, project } = partsOf(urn);
      return [{ resource: name, urn, stack, project, message }];
    }),
  );
}

/** The warnings that {@link unpublishedResources} does not tell, each once. */
export function otherWarnings({ warnings }: Preview): string[] {
  const others = warnings.filter(
    ({ urn, message }) => urn === undefined || !message.includes(savedAndNotPublished),
  );
  return [...new Set(others.map(({ message }) => message))];
}
