import { z } from "zod";
import type { DeployStatus } from "../../api/hostConfigApi";
import { idInput } from "../configuration/jsonInputs";
import { deploymentSummaryShape } from "../deployment/deploymentSummary";
import { statusKind } from "../deployment/statusKind";
import { defineFunction, type FunctionContext } from "./functionDefinition";

const { type, finishedAt } = deploymentSummaryShape.shape;

/** `GET /api/v1/hosts/{id}/deploy` */
export const getDeployStatus = defineFunction({
  name: "getDeployStatus",
  description:
    "Reads the status of a host's latest deployment. A host that was never deployed is no error: `status` is then left out. The job's output is not part of the result, since it may repeat secrets.",
  args: z.strictObject({ hostId: idInput.describe("Id of the host.") }),
  result: z.object({
    hostId: z.int().describe("Id of the host."),
    isDeploying: z
      .boolean()
      .describe("Whether the host is busy right now: deploying, or importing (`status` is then `import`)."),
    status: z
      .string()
      .optional()
      .describe(
        "`deploy`, `import`, `published`, `error`, `canceled` or `timeout`; left out where the host has no deployment history.",
      ),
    type,
    finishedAt,
  }),
  handler: async (context, { hostId }) => {
    const status = await readStatus(context, hostId);
    const kind = statusKind(status, undefined);
    return {
      hostId,
      isDeploying: kind === "deploying" || kind === "importing",
      status: status?.publishingStatus,
      type: status?.deployType,
      finishedAt: status?.deployAt,
    };
  },
});

/** `undefined` for a host without a history. The service answers 404 both for that and for a host that is not there. */
async function readStatus(
  { api, signal }: FunctionContext,
  hostId: number,
): Promise<DeployStatus | undefined> {
  const status = await api.getDeployStatus(hostId, { signal });
  if (status === undefined) await api.getHost(hostId, { signal });
  return status;
}
