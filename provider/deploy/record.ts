import { z } from "zod";
import type { DeployStatus } from "../api/hostConfigApi";
import { missesSave, statusKind } from "./status";

const deploymentMark = z.object({
  status: z.string().optional(),
  deployAt: z.string().optional(),
  type: z.string().optional(),
});

/**
 * What the state remembers of one host's deployments: the deployment record. What is saved and what was last published are
 * two facts: as long as they differ, an update has something to do, even if the program has not changed.
 *
 * Configurations appear as digests, so that the record holds no value of theirs.
 */
export const deploymentRecord = z.object({
  /** The configuration that was last published. */
  published: z.string().optional(),
  /** A configuration for which the program asked for no deployment when the resource was created. */
  waived: z.string().optional(),
  /** The saved configuration is not published: its deployment was due and did not end in `published`. */
  owed: z.boolean().optional(),
  /** A deployment of ours whose end is not known yet. */
  started: z.object({ digest: z.string(), type: z.string(), before: deploymentMark }).optional(),
});

export type DeploymentRecord = z.infer<typeof deploymentRecord>;

/** Whether an update has to deploy a configuration that is saved already. */
export function isDeploymentDue(record: DeploymentRecord, digest: string, onUpdate: boolean): boolean {
  if (record.owed === true) return true;
  return onUpdate && ![record.published, record.waived, record.started?.digest].includes(digest);
}

/**
 * Whether a host is to be deployed at an adoption that found nothing to save: an earlier one may have been killed after its
 * save, and no state remembers it.
 *
 * @param onCreate `deploy.onCreate`, as the program gives it
 * @param updatedAt when the configuration was saved last, as its record says
 */
export function isUnpublishedAtAdoption(
  onCreate: boolean | undefined,
  status: DeployStatus | undefined,
  updatedAt: string | undefined,
): boolean {
  if (onCreate === false) return false;
  // A host that was never deployed may be meant to stay so, unless the program says otherwise itself.
  return status === undefined ? onCreate === true : missesSave(status, updatedAt);
}

/** What the state remembers after a read of the status: a deployment of ours may have ended meanwhile. */
export function recordAfterRead(
  record: DeploymentRecord,
  status: DeployStatus | undefined,
): DeploymentRecord {
  const { started, ...rest } = record;
  const kind = started === undefined ? "none" : statusKind(status, started);
  if (started === undefined || (kind !== "ended" && kind !== "others")) return record;
  if (kind === "ended" && status?.publishingStatus === "published") return { published: started.digest };
  return { ...rest, owed: true };
}

/**
 * What the state remembers after a refresh found the configuration changed: whoever changed it may have deployed it, so
 * that what is published is unknown.
 */
export function recordAfterDrift({ owed }: DeploymentRecord): DeploymentRecord {
  return { owed };
}

/** The record, if a configuration of the same meaning goes by another digest from now on. */
export function withDigestRenamed(record: DeploymentRecord, from: string, to: string): DeploymentRecord {
  const renamed = (digest: string) => (digest === from ? to : digest);
  const { published, waived, started } = record;
  return {
    ...record,
    published: published && renamed(published),
    waived: waived && renamed(waived),
    started: started && { ...started, digest: renamed(started.digest) },
  };
}

/** The output `deployment`: the host's latest deployment as it was last seen. */
export const deploymentSummaryShape = z
  .object({
    status: z
      .string()
      .describe(
        "`deploy`, `import`, `published`, `error`, `canceled` or `timeout`; or what else the service says, such as after a reset.",
      ),
    type: z.string().optional().describe("The type of the deployment, as the service spells it."),
    finishedAt: z.string().optional().describe("When it finished, as the service spells it."),
  })
  .meta({ typeName: "Deployment", description: "A host's latest deployment, as it was last seen." });

export type DeploymentSummary = z.infer<typeof deploymentSummaryShape>;

/** The output for a status; `undefined` where the host has no deployment. */
export function deploymentSummary(status: DeployStatus | undefined): DeploymentSummary | undefined {
  if (status?.publishingStatus === undefined) return undefined;
  return { status: status.publishingStatus, type: status.deployType, finishedAt: status.deployAt };
}
