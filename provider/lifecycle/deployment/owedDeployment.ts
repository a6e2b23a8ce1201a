import type { DeploymentSummary } from "./deploymentSummary";
import type { DeploymentLedger } from "./ledger";

/**
 * What a refresh and a preview say of a deployment that is still owed: it is no reason for the refresh to fail, and no
 * changed input explains the update.
 */
export function owedDeployment({ owed }: DeploymentLedger, latest: DeploymentSummary | undefined): string {
  // Somebody else may have saved and deployed it: the latest deployment tells nothing then.
  const found =
    owed === true ? `has not been published yet${latestText(latest)}` : "may not have been published yet";
  return `what is saved ${found}; \`pulumi up\` deploys it.`;
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
      return " (the latest deployment was of something else)";
    default:
      return ` (the latest deployment ended in "${latest?.status ?? ""}")`;
  }
}
