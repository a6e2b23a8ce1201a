import type { JsonObject } from "../json";
import type { Deployment, DeploymentScript } from "./deployment";

/** What the service stores. Times are milliseconds of the emulator's clock. */
export interface ClientRecord {
  readonly id: number;
  firstname: string;
  lastname: string;
  email: string;
  /** Searched, and never shown. */
  company: string;
  createdAt: number;
  updatedAt: number;
}

export interface GroupRecord {
  readonly id: number;
  clientId: number;
  name: string;
  /** Replaced as a whole, never changed in place: records of the past keep theirs. */
  json: JsonObject;
  createdAt: number;
  updatedAt: number;
}

export interface HostRecord {
  readonly id: number;
  clientId: number;
  active: boolean;
  name: string;
  /** Replaced as a whole, never changed in place: records of the past keep theirs. */
  json: JsonObject;
  jsonAdmin: JsonObject | null;
  yaml: string | null;
  yamlAdmin: string | null;
  monitoring: Monitoring | null;
  credentials: Credentials;
  createdAt: number;
  updatedAt: number;
  /** What the status endpoint speaks of; null answers 404. */
  latest: Deployment | null;
  /** Everything that ever ran, oldest first. */
  readonly history: Deployment[];
  /** How the next deployments will go. */
  readonly scripts: Partial<DeploymentScript>[];
  /** Until then, the status endpoint still speaks of the deployment before. */
  stale: { until: number; shown: Deployment | null } | null;
  /** The next start leaves the status stale for this many milliseconds. */
  staleAtNextStart: number;
}

export interface Monitoring {
  load: JsonObject;
  disk: JsonObject;
  memory: JsonObject;
}

export interface LoginUser {
  user: string;
  password: string | null;
}

export interface Credentials {
  hostname: string;
  master_user: LoginUser;
  /** Null where the panel has none. */
  admin_user: LoginUser | null;
  facts: JsonObject;
  network: JsonObject;
  platform: JsonObject;
  system_users: JsonObject[];
  ftp_users: JsonObject[];
}
