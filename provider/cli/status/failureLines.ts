import type { HostConfigApi } from "../../api/hostConfigApi";
import { outputRedactor } from "../hosts/outputRedactor";
import { lastOutput, type HostStatus } from "./hostStatus";

/** More failures than these are not explained. */
const mostExplained = 10;

/** For each failed deployment, the last line of its output. */
export async function failureLines(
  api: HostConfigApi,
  statuses: readonly HostStatus[],
  token: string,
  signal: AbortSignal,
): Promise<string[]> {
  const failed = statuses.filter(({ state }) => state === "failed").slice(0, mostExplained);
  return Promise.all(
    failed.map(async (status) => {
      if (lastOutput(status) === undefined) return `  ${status.name}: it left no output.`;
      const redact = await outputRedactor(api, status.id, token, signal);
      return `  ${status.name}: ${lastOutput(status, redact) ?? ""}`;
    }),
  );
}
