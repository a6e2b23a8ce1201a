export * from "./functions";
export { useConfigSchema } from "./configSchema";
export type { ConfigurationSchema } from "./configSchema";
export type { Deployment as DeploymentSummary } from "./declared";
export { GroupConfig } from "./groupConfig";
export type { GroupConfigArgs } from "./groupConfig";
export { Host } from "./host";
export type { AdoptedHostArgs, CreatedHostArgs, HostArgs } from "./host";
export type { ConfigurationInput } from "./programInputs";
