import { z } from "zod";
import { unknownTexts } from "../../runtime/carriedText";
import type { Finding } from "../../runtime/findings";
import { plainText } from "../output";
import { changedValues, foundValues, type ChangedValue } from "./changedValues";
import type { PreviewStep } from "./previewDigest";

const kinds: Readonly<Record<string, ChangedResource["change"]>> = {
  create: "create",
  import: "create",
  update: "update",
  delete: "delete",
  replace: "replace",
};

/** A resource that is not as it was, with who it belongs to. */
export interface ChangedResource {
  change: "create" | "update" | "delete" | "replace";
  /** The resource's own name in the program. */
  resource: string;
  urn: string;
  stack: string;
  project: string;
  /** Such as `Host 12 (web1)`; for a resource that is no host and no group, its type. */
  label: string;
  /** How much of the configuration the program owns; `undefined` for a resource that is no host and no group. */
  ownership: "whole" | "declared" | undefined;
  values: ChangedValue[];
  /** Type of the deployment that the update would start, as the program gives it. */
  deployType?: string;
}

/**
 * The resources of a preview that would change, in the order of their names.
 *
 * @param found what their providers found, by URN: Pulumi itself does not tell which secret differs
 */
export function changedResources(
  steps: readonly PreviewStep[],
  found: ReadonlyMap<string, Finding> = new Map(),
): ChangedResource[] {
  return inOrder(
    steps.flatMap((step) => {
      const change = kinds[step.op];
      if (change === undefined || step.urn.endsWith(`::${stackResource(step.urn)}`)) return [];
      if (change === "delete") return [describe(step, change, [])];
      const finding = step.oldState ? found.get(step.urn) : undefined;
      const values = finding === undefined ? changedValues(step) : foundValues(finding);
      const deployType = deployTypeOf(step);
      return [{ ...describe(step, change, values), ...(deployType === undefined ? {} : { deployType }) }];
    }),
  );
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

/** The stack is a resource as well, and never one that somebody declared. */
function stackResource(urn: string): string {
  const { stack, project } = partsOf(urn);
  return `pulumi:pulumi:Stack::${project}-${stack}`;
}

const withDeploy = z.object({ deploy: z.object({ type: z.string() }) });

function deployTypeOf(step: PreviewStep): string | undefined {
  if (resourceKind(step) === undefined) return undefined;
  const { data } = withDeploy.safeParse(step.newState?.inputs ?? {});
  return data === undefined || unknownTexts.has(data.deploy.type) ? undefined : plainText(data.deploy.type);
}

/** A step as the resource that it changes. */
export function describe(
  step: PreviewStep,
  change: ChangedResource["change"],
  values: ChangedValue[],
): ChangedResource {
  const { stack, project, name } = partsOf(step.urn);
  return {
    change,
    resource: name,
    urn: plainText(step.urn),
    stack,
    project,
    ...identity(step),
    values,
  };
}

const known = z.object({
  hostId: z.number().optional().catch(undefined),
  groupId: z.number().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  ownership: z.enum(["whole", "declared"]).catch("whole"),
});

function identity(step: PreviewStep): Pick<ChangedResource, "label" | "ownership"> {
  const { oldState, newState } = step;
  const noun = resourceKind(step);
  if (noun === undefined)
    return { label: plainText((newState ?? oldState)?.type ?? ""), ownership: undefined };
  const { hostId, groupId, name, ownership } = known.parse({
    ...oldState?.inputs,
    ...oldState?.outputs,
    ...newState?.inputs,
    ...newState?.outputs,
  });
  const id = noun === "Host" ? hostId : groupId;
  const words = [noun === "Host" ? "Host" : "Group", id, name === undefined ? undefined : `(${name})`];
  return { label: plainText(words.filter((word) => word !== undefined).join(" ")), ownership };
}

/** What a reviewer has to know of a change even if the values themselves do not fit into a comment. */
interface Dangers {
  /** The paths of the configuration that go. */
  removed: readonly string[];
  /** How it is deployed, if that is not a plain `deploy`. */
  deployType: string | undefined;
  /** Whether something is replaced, removed or deleted. */
  isDangerous: boolean;
}

/** Both spellings of the deployment that removes what is not in the configuration. */
const deleting = ["fullDeleteDeploy", "fullResetDeploy"];

/** The dangers of a change. */
export function dangersOf({ change, values, deployType }: ChangedResource): Dangers {
  const removed = values
    .filter(({ path, before, after }) => isConfiguration(path) && before !== undefined && after === undefined)
    .map(({ path }) => path);
  const shown = deployType === "deploy" ? undefined : deployType;
  return {
    removed,
    deployType: shown,
    isDangerous:
      change === "replace" ||
      change === "delete" ||
      removed.length > 0 ||
      (shown !== undefined && deleting.includes(shown)),
  };
}

/** Values that tell of a danger first. */
export function dangerousFirst({ values }: ChangedResource): ChangedResource["values"] {
  const isTelling = ({ path, after }: ChangedResource["values"][number]) =>
    path.startsWith("deploy.") || after === undefined;
  return [...values.filter(isTelling), ...values.filter((value) => !isTelling(value))];
}

function isConfiguration(path: string): boolean {
  return /^json(?:Admin)?(?![\w-])/.test(path);
}
