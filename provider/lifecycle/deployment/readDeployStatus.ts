import { NotFoundError } from "../../api/errors";
import type { DeployStatus } from "../../api/hostConfigApi";
import type { LifecycleContext } from "../lifecycleContext";
import { plainOutput } from "./jobOutput";

/** A status, and when it was asked for. */
export interface Look {
  status: DeployStatus | undefined;
  at: number;
}

/** The host's latest deployment, `undefined` where it has none. `GET /api/v1/hosts/{id}/deploy` */
export async function readDeployStatus(
  context: LifecycleContext,
  hostId: number,
): Promise<DeployStatus | undefined> {
  try {
    const status = await context.api.getDeployStatus(hostId, context);
    return {
      ...status,
      jobStdout: status.jobStdout === undefined ? undefined : safeOutput(context, status.jobStdout),
    };
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Secrets are looked for in both forms: a secret may hold control characters, and may be coloured in between. */
function safeOutput(context: LifecycleContext, output: string): string {
  return context.redact(plainOutput(context.redact(output)));
}
