export * from "./functions";
export { useConfigSchema, type ConfigurationSchema } from "./configSchema";
export { GroupConfig, type GroupConfigArgs } from "./groupConfig";
export { Host, type AdoptedHostArgs, type CreatedHostArgs, type HostArgs } from "./host";
export type { ConfigurationInput } from "./programInputs";
export type { DeploymentSummary } from "../provider/lifecycle/deployment/deploymentSummary";
