export {
  getClient,
  getClientOutput,
  type GetClientArgs,
  type GetClientOutputArgs,
  type GetClientResult,
} from "./getClient";
export {
  getClients,
  getClientsOutput,
  type GetClientsArgs,
  type GetClientsOutputArgs,
  type GetClientsResult,
} from "./getClients";
export {
  getHost,
  getHostOutput,
  type GetHostArgs,
  type GetHostOutputArgs,
  type GetHostResult,
} from "./getHost";
export {
  getHosts,
  getHostsOutput,
  type GetHostsArgs,
  type GetHostsOutputArgs,
  type GetHostsResult,
} from "./getHosts";
export {
  getGroup,
  getGroupOutput,
  type GetGroupArgs,
  type GetGroupOutputArgs,
  type GetGroupResult,
} from "./getGroup";
export {
  getGroups,
  getGroupsOutput,
  type GetGroupsArgs,
  type GetGroupsOutputArgs,
  type GetGroupsResult,
} from "./getGroups";
export {
  getDeployStatus,
  getDeployStatusOutput,
  type GetDeployStatusArgs,
  type GetDeployStatusOutputArgs,
  type GetDeployStatusResult,
} from "./getDeployStatus";
export {
  getHostCredentials,
  getHostCredentialsOutput,
  type GetHostCredentialsArgs,
  type GetHostCredentialsOutputArgs,
  type GetHostCredentialsResult,
} from "./getHostCredentials";
