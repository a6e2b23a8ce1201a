import { z } from "zod";
import type { DeployStatus } from "../../api/hostConfigApi";

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
