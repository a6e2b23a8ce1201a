import { z } from "zod";

const deploymentMark = z.object({
  status: z.string().optional(),
  deployAt: z.string().optional(),
  type: z.string().optional(),
});

/**
 * What the state remembers of one host's deployments. What is saved and what was last published are two facts: as long
 * as they differ, an update has something to do, even where the program has not changed.
 *
 * Configurations appear as digests, so that no value of theirs stands here.
 */
export const deploymentLedger = z.object({
  /** The configuration that was last published. */
  published: z.string().optional(),
  /** A configuration for which the program asked for no deployment when the resource was created. */
  waived: z.string().optional(),
  /** A deployment was due and did not end in `published`. */
  owed: z.boolean().optional(),
  /** A deployment of ours whose end is not known yet. */
  started: z.object({ digest: z.string(), type: z.string(), before: deploymentMark }).optional(),
});

export type DeploymentLedger = z.infer<typeof deploymentLedger>;

/** Whether an update has to deploy a configuration that is saved already. */
export function isDeploymentDue(ledger: DeploymentLedger, digest: string, onUpdate: boolean): boolean {
  if (ledger.owed === true) return true;
  return onUpdate && ![ledger.published, ledger.waived, ledger.started?.digest].includes(digest);
}

/**
 * What the state remembers after a refresh found the configuration changed: whoever changed it may have deployed it, so
 * that nobody knows what is published.
 */
export function ledgerAfterDrift({ owed }: DeploymentLedger): DeploymentLedger {
  return { owed };
}

/** The ledger, where a configuration of the same meaning goes by another digest from now on. */
export function withDigestRenamed(ledger: DeploymentLedger, from: string, to: string): DeploymentLedger {
  const renamed = (digest: string) => (digest === from ? to : digest);
  const { published, waived, started } = ledger;
  return {
    ...ledger,
    published: published && renamed(published),
    waived: waived && renamed(waived),
    started: started && { ...started, digest: renamed(started.digest) },
  };
}
