import type { JsonObject } from "../json";
import type { ClientRecord, Credentials, GroupRecord, HostRecord, Monitoring } from "./records";

/** What it takes to put a host into the store; everything else has a default. */
export interface NewHost {
  /** Default: the next free one. */
  id?: number;
  clientId: number;
  name: string;
  /** Default true. */
  active?: boolean;
  /** Default `{}`. */
  json?: JsonObject;
  jsonAdmin?: JsonObject | null;
  yaml?: string | null;
  yamlAdmin?: string | null;
  monitoring?: Monitoring | null;
  credentials?: Partial<Credentials>;
}

export interface NewGroup {
  id?: number;
  clientId: number;
  name: string;
  json?: JsonObject;
}

export interface NewClient {
  id?: number;
  firstname?: string;
  lastname?: string;
  email?: string;
  company?: string;
}

/** The service's tables. */
export class Store {
  readonly clients = new Map<number, ClientRecord>();
  readonly groups = new Map<number, GroupRecord>();
  readonly hosts = new Map<number, HostRecord>();
  #lastClient = 0;
  #lastGroup = 0;
  #lastHost = 0;

  addClient(client: NewClient, now: number): ClientRecord {
    const id = client.id ?? this.#lastClient + 1;
    this.#lastClient = Math.max(this.#lastClient, id);
    const record: ClientRecord = {
      id,
      firstname: client.firstname ?? "First",
      lastname: client.lastname ?? `Last ${id}`,
      email: client.email ?? `client${id}@example.com`,
      company: client.company ?? `Company ${id}`,
      createdAt: now,
      updatedAt: now,
    };
    this.clients.set(id, record);
    return record;
  }

  addGroup(group: NewGroup, now: number): GroupRecord {
    const id = group.id ?? this.#lastGroup + 1;
    this.#lastGroup = Math.max(this.#lastGroup, id);
    const record: GroupRecord = {
      id,
      clientId: group.clientId,
      name: group.name,
      json: group.json ?? {},
      createdAt: now,
      updatedAt: now,
    };
    this.groups.set(id, record);
    return record;
  }

  addHost(host: NewHost, now: number): HostRecord {
    const id = host.id ?? this.#lastHost + 1;
    this.#lastHost = Math.max(this.#lastHost, id);
    const record: HostRecord = {
      id,
      clientId: host.clientId,
      active: host.active ?? true,
      name: host.name,
      json: host.json ?? {},
      jsonAdmin: host.jsonAdmin ?? null,
      yaml: host.yaml ?? null,
      yamlAdmin: host.yamlAdmin ?? null,
      monitoring: host.monitoring ?? null,
      credentials: { ...defaultCredentials(id, host.name), ...host.credentials },
      createdAt: now,
      updatedAt: now,
      latest: null,
      history: [],
      scripts: [],
      stale: null,
      staleAtNextStart: 0,
    };
    this.hosts.set(id, record);
    return record;
  }
}

function defaultCredentials(id: number, name: string): Credentials {
  return {
    hostname: name,
    master_user: { user: "master", password: `master-password-${id}` },
    admin_user: { user: "admin", password: `admin-password-${id}` },
    facts: { os: "linux", cpus: 2 },
    network: { ipv4: `192.0.2.${id % 256}` },
    platform: { panel: "standard" },
    system_users: [{ user: `web${id}`, password: `system-password-${id}` }],
    ftp_users: [{ user: `ftp${id}`, password: `ftp-password-${id}` }],
  };
}
