/** The provider plugin's resources and functions, for programs that run with the plugin `pulumi-resource-hostconfig`. */
export * from "./functions";
export { useConfigSchema } from "../configSchema";
export type { ConfigurationSchema } from "../configSchema";
export type { Deployment as DeploymentSummary } from "../declared";
export { GroupConfig } from "./groupConfig";
export { Host } from "./host";
export { Provider } from "./provider";
export type { ProviderArgs } from "./provider";
export type { GroupConfigArgs } from "../groupConfig";
export type { AdoptedHostArgs, CreatedHostArgs, HostArgs } from "../host";
export type { ConfigurationInput } from "../programInputs";
