import { z } from "zod";
import { unknownTexts } from "../../runtime/carriedText";
import type { Finding } from "../../runtime/findings";
import { plainText } from "../output";
import { changedValues, foundValues } from "./changedValues";
import { inOrder, partsOf, resourceKind, type ChangedResource, type ChangedValue } from "./changesReport";
import type { PreviewStep } from "./pulumiPreview";

const kinds: Readonly<Record<string, ChangedResource["change"]>> = {
  create: "create",
  import: "create",
  update: "update",
  delete: "delete",
  replace: "replace",
};

/**
 * The resources of a preview that would change, in the order of their names.
 *
 * @param found what their providers found, by URN: Pulumi itself does not show which secret differs
 */
export function changedResources(
  steps: readonly PreviewStep[],
  found: ReadonlyMap<string, Finding> = new Map(),
): ChangedResource[] {
  return inOrder(
    steps.flatMap((step) => {
      const change = kinds[step.op];
      if (change === undefined || isStack(step)) return [];
      if (change === "delete") return [changedResource(step, change, [])];
      const finding = step.oldState ? found.get(step.urn) : undefined;
      const values = finding === undefined ? changedValues(step) : foundValues(finding);
      const deployType = deployTypeOf(step);
      const resource = changedResource(step, change, values);
      return [deployType === undefined ? resource : { ...resource, deployType }];
    }),
  );
}

/** A step as the resource that it changes. */
export function changedResource(
  step: PreviewStep,
  change: ChangedResource["change"],
  values: ChangedValue[],
): ChangedResource {
  const { stack, project, name } = partsOf(step.urn);
  return { change, resource: name, urn: plainText(step.urn), stack, project, ...identity(step), values };
}

/** The stack is a resource as well, and never one that somebody declared. */
function isStack({ urn }: PreviewStep): boolean {
  const { stack, project } = partsOf(urn);
  return urn.endsWith(`::pulumi:pulumi:Stack::${project}-${stack}`);
}

const withDeploy = z.object({ deploy: z.object({ type: z.string() }) });

function deployTypeOf(step: PreviewStep): string | undefined {
  if (resourceKind(step) === undefined) return undefined;
  const type = withDeploy.safeParse(step.newState?.inputs ?? {}).data?.deploy.type;
  return type === undefined || unknownTexts.has(type) ? undefined : plainText(type);
}

const known = z.object({
  hostId: z.number().optional().catch(undefined),
  groupId: z.number().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  ownership: z.enum(["whole", "declared"]).catch("whole"),
});

function identity(step: PreviewStep): Pick<ChangedResource, "label" | "ownership"> {
  const { oldState, newState } = step;
  const kind = resourceKind(step);
  if (kind === undefined) {
    return { label: plainText((newState ?? oldState)?.type ?? ""), ownership: undefined };
  }
  const { hostId, groupId, name, ownership } = known.parse({
    ...oldState?.inputs,
    ...oldState?.outputs,
    ...newState?.inputs,
    ...newState?.outputs,
  });
  const words = [
    ...(kind === "Host" ? ["Host", hostId] : ["Group", groupId]),
    name === undefined ? undefined : `(${name})`,
  ];
  return { label: plainText(words.filter((word) => word !== undefined).join(" ")), ownership };
}
