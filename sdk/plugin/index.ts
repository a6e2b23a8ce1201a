/** The provider plugin's resources and functions, for programs that run with the plugin `pulumi-resource-hostconfig`. */
export * from "./functions";
export { useConfigSchema, type ConfigurationSchema } from "../configSchema";
export { GroupConfig } from "./groupConfig";
export { Host } from "./host";
export { Provider, type ProviderArgs } from "./provider";
export type { GroupConfigArgs } from "../groupConfig";
export type { AdoptedHostArgs, CreatedHostArgs, HostArgs } from "../host";
export type { ConfigurationInput } from "../programInputs";
export type { DeploymentSummary } from "../../provider/lifecycle/deployment/deploymentSummary";
