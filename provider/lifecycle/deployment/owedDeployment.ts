import type { DeploymentSummary } from "./deploymentSummary";
import type { DeploymentLedger } from "./ledger";

/**
 * What a refresh and a preview say of a deployment that is still owed: it is no reason for the refresh to fail, and no
 * changed input explains the update.
 */
export function owedDeployment({ owed }: DeploymentLedger, latest: DeploymentSummary | undefined): string {
  const hasNot = owed === true ? "has not" : "may not have";
  return `what is saved ${hasNot} been published yet${latestText(latest)}; the next \`pulumi up\` deploys it.`;
}

function latestText(latest: DeploymentSummary | undefined): string {
  switch (latest?.status) {
    case undefined:
      return "";
    case "deploy":
      return " (a deployment was still running at the last look)";
    case "import":
      return " (an import was running at the last look)";
    case "published":
      return " (the latest deployment published something else)";
    default:
      return ` (the latest deployment ended in "${latest?.status ?? ""}")`;
  }
}
