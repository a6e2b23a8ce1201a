import type { LifecycleContext } from "../lifecycleContext";
import type { DeploymentSummary } from "./deploymentSummary";
import type { DeploymentLedger } from "./ledger";

/** In the words of {@link owedDeployment}: an update of ours has saved it, and it is not published. */
export const savedAndNotPublished = "what is saved has not been published yet";

/**
 * What a refresh and a preview say of a deployment that is still owed: it is no reason for the refresh to fail, and no
 * changed input explains the update.
 */
export function owedDeployment({ owed }: DeploymentLedger, latest: DeploymentSummary | undefined): string {
  // Somebody else may have saved and deployed it: the latest deployment tells nothing then.
  const found =
    owed === true
      ? `${savedAndNotPublished}${latestText(latest)}`
      : "what is saved may not have been published yet";
  return `${found}; \`pulumi up\` deploys it.`;
}

/** Says of a host that was published that a warning of the same run, as of an `up --refresh`, is not true any more. */
export function settleWarning({ managed, progress }: LifecycleContext, label: string): void {
  if (managed?.settlesWarning(label) === true) progress.info(`${label}: what is saved is published now.`);
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
