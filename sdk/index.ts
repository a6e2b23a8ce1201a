export * from "./functions";
export * from "./functionTypes";
export { useConfigSchema } from "./configSchema";
export type { ConfigurationSchema } from "./configSchema";
export type { Deployment as DeploymentSummary } from "./declared";
export { GroupConfig, Host } from "./resources";
export type {
  AdoptedHostArgs,
  ConfigurationInput,
  CreatedHostArgs,
  GroupConfigArgs,
  HostArgs,
} from "./programTypes";
