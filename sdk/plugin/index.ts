/** The provider plugin's resources and functions, for programs that run with the plugin `pulumi-resource-hostconfig`. */
export * from "./functions";
export * from "../functionTypes";
export { useConfigSchema } from "../configSchema";
export type { ConfigurationSchema } from "../configSchema";
export type { Deployment as DeploymentSummary, ProviderArgs } from "../declared";
export { GroupConfig, Host, Provider } from "./resources";
export type {
  AdoptedHostArgs,
  ConfigurationInput,
  CreatedHostArgs,
  GroupConfigArgs,
  HostArgs,
} from "../programTypes";
