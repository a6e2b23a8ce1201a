import type { DeploymentSummary } from "./deploymentSummary";

/** What a refresh says of a deployment that is still owed; it is no reason for the refresh to fail. */
export function owedDeployment(latest: DeploymentSummary | undefined): string {
  const ended = latest === undefined ? "" : ` (the latest deployment: "${latest.status}")`;
  return `what is saved has not been published yet${ended}. The next \`pulumi up\` deploys it.`;
}
