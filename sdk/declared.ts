// Made by `npm run schema` from the definitions of inputs, outputs, functions and settings.
// Plain types, so that a program needs neither zod nor a recent compiler to understand them.
import type * as pulumi from "@pulumi/pulumi";
import type { JsonObject } from "../provider/api/json";

/** A client in a list. */
export interface ClientSummary {
  /** Id of the client. */
  clientId: number;
  /** First name. */
  firstname?: string | undefined;
  /** Last name. */
  lastname?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** When it was created, as the service spells it. */
  createdAt?: string | undefined;
  /** When its record was changed last, as the service spells it. */
  updatedAt?: string | undefined;
}

/** When and how to deploy what was saved. */
export interface Deploy {
  /**
   * `deploy` (default) applies the current configuration, `fullDeploy` re-applies all of it,
   * `fullDeleteDeploy` also removes what is no longer configured. Sent as spelled; `fullResetDeploy` is
   * the other spelling of `fullDeleteDeploy`.
   */
  type?: DeployType | undefined;
  /** Deploy after a save. Default: true. */
  onUpdate?: boolean | undefined;
  /**
   * Deploy after the create or the first save. Default: false for a host that this resource creates,
   * true for a host or group that it adopts.
   */
  onCreate?: boolean | undefined;
  /**
   * Block until the deployment ended. `false` starts it and goes on; the output `deployment` then shows
   * it as running. Default: the configuration `hostconfig:wait`, else true.
   */
  wait?: boolean | undefined;
  /**
   * Any values; a change of one deploys, even where the configuration is the same and `onUpdate` is
   * false. Default: none.
   */
  triggers?: unknown[] | undefined;
  /**
   * What to do while the host is already deploying or importing: `wait` (default) for it and then
   * deploy, `fail` at once, or `reset` a deployment that has made no progress for over five minutes.
   */
  whenBusy?: WhenBusy | undefined;
  /** Seconds for the whole wait, at most 604800 (a week). Default: 1800. `customTimeouts` wins. */
  timeout?: number | undefined;
  /**
   * Seconds between status reads while the deployment runs, 1 to 3600; right after the start, two come
   * sooner. Default: 3.
   */
  pollInterval?: number | undefined;
}

/** The values of `type`. */
export type DeployType = "deploy" | "fullDeploy" | "fullDeleteDeploy" | "fullResetDeploy";

/** A host's latest deployment, as it was last seen. */
export interface Deployment {
  /**
   * `deploy`, `import`, `published`, `error`, `canceled` or `timeout`; or what else the service says,
   * such as after a reset.
   */
  status: string;
  /** The type of the deployment, as the service spells it. */
  type?: string | undefined;
  /** When it finished, as the service spells it. */
  finishedAt?: string | undefined;
}

/** A group in a list. */
export interface GroupSummary {
  /** Id of the group. */
  groupId: number;
  /** Name of the group. */
  name: string;
  /** Client that owns the group, where the service tells it. */
  clientId?: number | undefined;
  /** When it was created, as the service spells it. */
  createdAt?: string | undefined;
  /** When its record was changed last, as the service spells it. */
  updatedAt?: string | undefined;
}

/** A host in a list. */
export interface HostSummary {
  /** Id of the host. */
  hostId: number;
  /** Name of the host. */
  name: string;
  /** Client that owns the host. */
  clientId?: number | undefined;
  /** Whether the host is active. */
  active?: boolean | undefined;
  /** When it was created, as the service spells it. */
  createdAt?: string | undefined;
  /** When its record was changed last, as the service spells it. */
  updatedAt?: string | undefined;
  /** Live server status with `load`, `disk` and `memory`, where the service has any. */
  monitoring?: JsonObject | undefined;
}

/** The values of `ifExists`. */
export type IfExists = "fail" | "adopt";

/** The values of `onConflict`. */
export type OnConflict = "warn" | "fail" | "overwrite";

/** The values of `onDestroy`. */
export type OnDestroy = "keep" | "restore";

/** The values of `ownership`. */
export type Ownership = "whole" | "declared";

/** A user and the password. */
export interface UserCredentials {
  /** User name. */
  user: string;
  /** Password; left out where the service tells none. */
  password?: string | undefined;
}

/** The values of `whenBusy`. */
export type WhenBusy = "wait" | "fail" | "reset";

/** The inputs of `Host`, all values known. */
export interface HostInputs {
  /**
   * Adopt this existing host. Excludes `name`, `clientId` and the inputs that count only when a host is
   * created. Changing it replaces.
   */
  hostId?: number | undefined;
  /** Name of the host to create; needs an admin-access token. Changing it replaces. */
  name?: string | undefined;
  /** Client that owns the host to create. Changing it replaces. */
  clientId?: number | undefined;
  /**
   * What to do when a host of exactly this name and client is already there: `fail` (default) and say
   * how to adopt it, or `adopt` it as `hostId` would; `active`, `yaml` and `yamlAdmin` are then not
   * applied, and a warning says so.
   */
  ifExists?: IfExists | undefined;
  /**
   * Whether the new host is active. Counts only when the host is created; a later change is refused,
   * unless it writes down what the host is.
   */
  active?: boolean | undefined;
  /** YAML configuration of the new host. Counts only when the host is created; a later change is refused. */
  yaml?: string | undefined;
  /**
   * Admin-level YAML configuration of the new host, a secret. Counts only when the host is created; a
   * later change is refused.
   */
  yamlAdmin?: string | undefined;
  /** The desired configuration (client level). Left out, the configuration is not managed. */
  json?: JsonObject | undefined;
  /**
   * Admin-level configuration, a secret; needs an admin-access token. The service never returns it: it
   * is compared with what was last written, and drift in it cannot be seen.
   */
  jsonAdmin?: JsonObject | undefined;
  /**
   * `whole` (default): `json` is all there is, and other keys are removed. `declared`: the program owns
   * only the keys that it names, at any depth; keys that others keep survive every save, and a key that
   * is removed from the program is removed from the service.
   */
  ownership?: Ownership | undefined;
  /**
   * What to do if a save would overwrite or remove a value that was changed outside Pulumi since the
   * last `pulumi up` or `pulumi refresh`: `warn` saves and reports each path with both values, `fail`
   * saves nothing and reports the same, `overwrite` saves without a message. Default: the configuration
   * `hostconfig:onConflict`, else `warn`. If neither is set, an adoption that would remove keys fails.
   */
  onConflict?: OnConflict | undefined;
  /** When and how to deploy what was saved. */
  deploy?: Deploy | undefined;
  /**
   * No endpoint deletes a host. `keep` (default): destroy removes it from the state only. `restore`:
   * first saves the configuration that was there before this resource took over, and deploys it.
   */
  onDestroy?: OnDestroy | undefined;
}

/** The outputs of `Host` beside its inputs. */
export interface HostOutputs {
  /** Id of the host on the platform. */
  hostId: number;
  /** Name of the host on the platform. */
  name: string;
  /** Client that owns the host. */
  clientId?: number | undefined;
  /** Whether the host is active. */
  active?: boolean | undefined;
  /**
   * What the service holds: the declared configuration and what the service or others add to it. A
   * secret.
   */
  savedJson: JsonObject;
  /**
   * Changes exactly when the saved configuration does; tells nothing about it. Made for
   * `deploy.triggers`.
   */
  fingerprint: string;
  /** When the host was created, as the service spells it. */
  createdAt?: string | undefined;
  /** When the host's record was changed last, as of the last read, as the service spells it. */
  updatedAt?: string | undefined;
  /** The latest deployment as it was last seen; left out where there was none. */
  deployment?: Deployment | undefined;
}

/** The inputs of `GroupConfig`, all values known. */
export interface GroupConfigInputs {
  /** The group whose configuration this is. Changing it replaces. */
  groupId: number;
  /** The desired configuration, which the group's member hosts inherit. */
  json: JsonObject;
  /**
   * `whole` (default): `json` is all there is, and other keys are removed. `declared`: the program owns
   * only the keys that it names, at any depth; keys that others keep survive every save, and a key that
   * is removed from the program is removed from the service.
   */
  ownership?: Ownership | undefined;
  /**
   * What to do if a save would overwrite or remove a value that was changed outside Pulumi since the
   * last `pulumi up` or `pulumi refresh`: `warn` saves and reports each path with both values, `fail`
   * saves nothing and reports the same, `overwrite` saves without a message. Default: the configuration
   * `hostconfig:onConflict`, else `warn`. If neither is set, an adoption that would remove keys fails.
   */
  onConflict?: OnConflict | undefined;
  /**
   * No endpoint deletes a group. `keep` (default): destroy removes it from the state only. `restore`:
   * first saves the configuration that was there before this resource took over, and deploys
   * `deployHosts`.
   */
  onDestroy?: OnDestroy | undefined;
  /** Ids of the hosts to deploy after a save, since a group itself cannot be deployed. Default: none. */
  deployHosts?: number[] | undefined;
  /** When and how to deploy `deployHosts`. */
  deploy?: Deploy | undefined;
}

/** The outputs of `GroupConfig` beside its inputs. */
export interface GroupConfigOutputs {
  /** Name of the group on the platform. */
  name: string;
  /** Client that owns the group, where the service tells it. */
  clientId?: number | undefined;
  /**
   * What the service holds: the declared configuration and what the service or others add to it. A
   * secret.
   */
  savedJson: JsonObject;
  /**
   * Changes exactly when the saved configuration does; tells nothing about it. Made for a host's
   * `deploy.triggers`.
   */
  fingerprint: string;
  /** When the group was created, as the service spells it. */
  createdAt?: string | undefined;
  /** When the group's record was changed last, as of the last read, as the service spells it. */
  updatedAt?: string | undefined;
  /** The latest deployments of `deployHosts`, by host id. */
  deployments: Record<string, Deployment>;
}

/** Arguments of `getClient`. */
export type GetClientArgs = {
  /** Id of the client. */
  clientId: number;
};

/** Arguments of `getClientOutput`. */
export type GetClientOutputArgs = { [Key in keyof GetClientArgs]: pulumi.Input<GetClientArgs[Key]> };

/** What `getClient` returns. */
export type GetClientResult = {
  /** Id of the client. */
  clientId: number;
  /** First name. */
  firstname?: string | undefined;
  /** Last name. */
  lastname?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** When it was created, as the service spells it. */
  createdAt?: string | undefined;
  /** When its record was changed last, as the service spells it. */
  updatedAt?: string | undefined;
};

/** Arguments of `getClients`. */
export type GetClientsArgs = {
  /** Part of a name, an e-mail address, a company or an id. Default: all. */
  search?: string | undefined;
};

/** Arguments of `getClientsOutput`. */
export type GetClientsOutputArgs = { [Key in keyof GetClientsArgs]: pulumi.Input<GetClientsArgs[Key]> };

/** What `getClients` returns. */
export type GetClientsResult = {
  /** The clients that were found. */
  clients: ClientSummary[];
};

/** Arguments of `getHost`. */
export type GetHostArgs = {
  /** Id of the host. Excludes `name` and `clientId`. */
  hostId?: number | undefined;
  /** Exact name of the host. It is an error where no host, or more than one, has it. */
  name?: string | undefined;
  /** Client that owns the host, where the name alone is not unique. */
  clientId?: number | undefined;
};

/** Arguments of `getHostOutput`. */
export type GetHostOutputArgs = { [Key in keyof GetHostArgs]: pulumi.Input<GetHostArgs[Key]> };

/** What `getHost` returns. */
export type GetHostResult = {
  /** Id of the host. */
  hostId: number;
  /** Name of the host. */
  name: string;
  /** Client that owns the host. */
  clientId?: number | undefined;
  /** Whether the host is active. */
  active?: boolean | undefined;
  /** When it was created, as the service spells it. */
  createdAt?: string | undefined;
  /** When its record was changed last, as the service spells it. */
  updatedAt?: string | undefined;
  /** Live server status with `load`, `disk` and `memory`, where the service has any. */
  monitoring?: JsonObject | undefined;
  /**
   * The saved configuration (client level), a secret. It is what the service holds, not necessarily what
   * was deployed last.
   */
  json?: JsonObject | undefined;
};

/** Arguments of `getHosts`. */
export type GetHostsArgs = {
  /** Part of a host's name. Default: all. */
  search?: string | undefined;
  /**
   * Only the hosts of this client; a client that does not exist, or that the token cannot see, is an
   * error. Default: of all.
   */
  clientId?: number | undefined;
};

/** Arguments of `getHostsOutput`. */
export type GetHostsOutputArgs = { [Key in keyof GetHostsArgs]: pulumi.Input<GetHostsArgs[Key]> };

/** What `getHosts` returns. */
export type GetHostsResult = {
  /** The hosts that were found. */
  hosts: HostSummary[];
};

/** Arguments of `getGroup`. */
export type GetGroupArgs = {
  /** Id of the group. Excludes `name` and `clientId`. */
  groupId?: number | undefined;
  /** Exact name of the group. It is an error where no group, or more than one, has it. */
  name?: string | undefined;
  /** Client that owns the group, where the name alone is not unique. */
  clientId?: number | undefined;
};

/** Arguments of `getGroupOutput`. */
export type GetGroupOutputArgs = { [Key in keyof GetGroupArgs]: pulumi.Input<GetGroupArgs[Key]> };

/** What `getGroup` returns. */
export type GetGroupResult = {
  /** Id of the group. */
  groupId: number;
  /** Name of the group. */
  name: string;
  /** Client that owns the group, where the service tells it. */
  clientId?: number | undefined;
  /** When it was created, as the service spells it. */
  createdAt?: string | undefined;
  /** When its record was changed last, as the service spells it. */
  updatedAt?: string | undefined;
  /** The saved configuration, which the group's member hosts inherit. A secret. */
  json?: JsonObject | undefined;
};

/** Arguments of `getGroups`. */
export type GetGroupsArgs = {
  /** Part of a group's name. Default: all. */
  search?: string | undefined;
  /**
   * Only the groups of this client; a client that does not exist, or that the token cannot see, is an
   * error. Default: of all.
   */
  clientId?: number | undefined;
};

/** Arguments of `getGroupsOutput`. */
export type GetGroupsOutputArgs = { [Key in keyof GetGroupsArgs]: pulumi.Input<GetGroupsArgs[Key]> };

/** What `getGroups` returns. */
export type GetGroupsResult = {
  /** The groups that were found. */
  groups: GroupSummary[];
};

/** Arguments of `getDeployStatus`. */
export type GetDeployStatusArgs = {
  /** Id of the host. */
  hostId: number;
};

/** Arguments of `getDeployStatusOutput`. */
export type GetDeployStatusOutputArgs = {
  [Key in keyof GetDeployStatusArgs]: pulumi.Input<GetDeployStatusArgs[Key]>;
};

/** What `getDeployStatus` returns. */
export type GetDeployStatusResult = {
  /** Id of the host. */
  hostId: number;
  /** Whether the host is busy right now: deploying, or importing (`status` is then `import`). */
  isDeploying: boolean;
  /**
   * `deploy`, `import`, `published`, `error`, `canceled` or `timeout`; left out where the host has no
   * deployment history.
   */
  status?: string | undefined;
  /** The type of the deployment, as the service spells it. */
  type?: string | undefined;
  /** When it finished, as the service spells it. */
  finishedAt?: string | undefined;
};

/** Arguments of `getHostCredentials`. */
export type GetHostCredentialsArgs = {
  /** Id of the host. */
  hostId: number;
};

/** Arguments of `getHostCredentialsOutput`. */
export type GetHostCredentialsOutputArgs = {
  [Key in keyof GetHostCredentialsArgs]: pulumi.Input<GetHostCredentialsArgs[Key]>;
};

/** What `getHostCredentials` returns. */
export type GetHostCredentialsResult = {
  /** Host name to connect to. */
  hostname?: string | undefined;
  /** The master user; for admin-access and cms-access tokens only. */
  masterUser?: UserCredentials | undefined;
  /** The panel's administrator, on supported panels; for admin-access and cms-access tokens only. */
  adminUser?: UserCredentials | undefined;
  /** Facts about the server, as the service tells them. */
  facts?: JsonObject | undefined;
  /** The server's network, as the service tells it. */
  network?: JsonObject | undefined;
  /** The server's platform, as the service tells it. */
  platform?: JsonObject | undefined;
  /** System users, as the service tells them. */
  systemUsers: JsonObject[];
  /** FTP users, as the service tells them. */
  ftpUsers: JsonObject[];
};

/** The functions, as programs call them. */
export interface Functions {
  /** Reads a client: an account that owns groups and hosts. */
  getClient(args: GetClientArgs, opts?: pulumi.InvokeOptions): Promise<GetClientResult>;
  /** `getClient` with outputs of resources as arguments. */
  getClientOutput(
    args: GetClientOutputArgs,
    opts?: pulumi.InvokeOutputOptions,
  ): pulumi.Output<GetClientResult>;
  /** Lists the clients that the token may see, every page, in the order of their ids. */
  getClients(args?: GetClientsArgs, opts?: pulumi.InvokeOptions): Promise<GetClientsResult>;
  /** `getClients` with outputs of resources as arguments. */
  getClientsOutput(
    args?: GetClientsOutputArgs,
    opts?: pulumi.InvokeOutputOptions,
  ): pulumi.Output<GetClientsResult>;
  /**
   * Reads a host and its saved configuration, by its id or by its name. The configuration may hold
   * secrets, so the output forms of this function return a secret; `getHosts` finds ids and names
   * without one. The result is plain data, in which nothing marks the secrets: prefer `getHostOutput`.
   */
  getHost(args: GetHostArgs, opts?: pulumi.InvokeOptions): Promise<GetHostResult>;
  /** `getHost` with outputs of resources as arguments. The result is a secret. */
  getHostOutput(args: GetHostOutputArgs, opts?: pulumi.InvokeOutputOptions): pulumi.Output<GetHostResult>;
  /**
   * Lists the hosts that the token may see, every page, in the order of their ids, without their
   * configurations. Client-access tokens see active hosts only.
   */
  getHosts(args?: GetHostsArgs, opts?: pulumi.InvokeOptions): Promise<GetHostsResult>;
  /** `getHosts` with outputs of resources as arguments. */
  getHostsOutput(args?: GetHostsOutputArgs, opts?: pulumi.InvokeOutputOptions): pulumi.Output<GetHostsResult>;
  /**
   * Reads a group and its saved configuration, by its id or by its name. The configuration may hold
   * secrets, so the output forms of this function return a secret; `getGroups` finds ids and names
   * without one. The result is plain data, in which nothing marks the secrets: prefer `getGroupOutput`.
   */
  getGroup(args: GetGroupArgs, opts?: pulumi.InvokeOptions): Promise<GetGroupResult>;
  /** `getGroup` with outputs of resources as arguments. The result is a secret. */
  getGroupOutput(args: GetGroupOutputArgs, opts?: pulumi.InvokeOutputOptions): pulumi.Output<GetGroupResult>;
  /**
   * Lists the groups that the token may see, every page, in the order of their ids, without their
   * configurations.
   */
  getGroups(args?: GetGroupsArgs, opts?: pulumi.InvokeOptions): Promise<GetGroupsResult>;
  /** `getGroups` with outputs of resources as arguments. */
  getGroupsOutput(
    args?: GetGroupsOutputArgs,
    opts?: pulumi.InvokeOutputOptions,
  ): pulumi.Output<GetGroupsResult>;
  /**
   * Reads the status of a host's latest deployment. A host that was never deployed is no error: `status`
   * is then left out. The job's output is not part of the result, since it may repeat secrets.
   */
  getDeployStatus(args: GetDeployStatusArgs, opts?: pulumi.InvokeOptions): Promise<GetDeployStatusResult>;
  /** `getDeployStatus` with outputs of resources as arguments. */
  getDeployStatusOutput(
    args: GetDeployStatusOutputArgs,
    opts?: pulumi.InvokeOutputOptions,
  ): pulumi.Output<GetDeployStatusResult>;
  /**
   * Reads a host's access data. Everything in it is secret. The result is plain data, in which nothing
   * marks the secrets: prefer `getHostCredentialsOutput`.
   */
  getHostCredentials(
    args: GetHostCredentialsArgs,
    opts?: pulumi.InvokeOptions,
  ): Promise<GetHostCredentialsResult>;
  /** `getHostCredentials` with outputs of resources as arguments. The result is a secret. */
  getHostCredentialsOutput(
    args: GetHostCredentialsOutputArgs,
    opts?: pulumi.InvokeOutputOptions,
  ): pulumi.Output<GetHostCredentialsResult>;
}

/**
 * Arguments of a `Provider`. A missing one comes from the environment variable, not from the stack's
 * configuration.
 */
export interface ProviderArgs {
  /**
   * Base address of the service, without /api/v1. It must be https, or http on a loopback address,
   * unless allowInsecureHttp is true. Default: the environment variable HOSTCONFIG_BASE_URL.
   */
  baseUrl?: pulumi.Input<string>;
  /**
   * Personal access token, made in the platform's profile settings. Default: the environment variable
   * HOSTCONFIG_TOKEN.
   */
  token?: pulumi.Input<string>;
  /**
   * Connections in use at once, 1 to 1000. Default: the environment variable
   * HOSTCONFIG_MAX_CONCURRENT_REQUESTS, else 16.
   */
  maxConcurrentRequests?: pulumi.Input<number>;
  /**
   * Seconds for one request, from sending it to the last byte of the answer, at most 86400. Default: the
   * environment variable HOSTCONFIG_REQUEST_TIMEOUT, else 30.
   */
  requestTimeout?: pulumi.Input<number>;
  /**
   * Tries after the first for one request, 0 to 100. Waiting because of the rate limit does not count.
   * Default: the environment variable HOSTCONFIG_MAX_RETRIES, else 5.
   */
  maxRetries?: pulumi.Input<number>;
  /**
   * Allows a base address with http on another machine. The token then travels readable for everybody on
   * the way. Default: the environment variable HOSTCONFIG_ALLOW_INSECURE_HTTP, else false.
   */
  allowInsecureHttp?: pulumi.Input<boolean>;
  /**
   * Default of deploy.wait: whether an operation blocks until the deployments that it starts have ended.
   * Default: the environment variable HOSTCONFIG_WAIT, else true.
   */
  wait?: pulumi.Input<boolean>;
  /**
   * File with a JSON schema, relative to the folder of the project. The json of every Host and
   * GroupConfig is checked against it, in preview already. Default: the environment variable
   * HOSTCONFIG_CONFIG_SCHEMA.
   */
  configSchema?: pulumi.Input<string>;
  /**
   * Default of onConflict: what an update does if its save would overwrite or remove a value that was
   * changed outside Pulumi. `warn` reports it, `fail` saves nothing, `overwrite` saves without a
   * message. If it is not set, updates warn, and an adoption that would remove keys fails. Default: the
   * environment variable HOSTCONFIG_ON_CONFLICT.
   */
  onConflict?: pulumi.Input<string>;
}
