import type { JsonObject } from "./json";
import { endDeployment, runningDeployment, startDeployment, startImport } from "./model/deploying";
import type { DeploymentScript, DeployType } from "./model/deployment";
import type { HostRecord } from "./model/records";
import type { Service } from "./model/service";
import type { NewClient, NewGroup, NewHost } from "./model/store";
import type { GroupView, HostView } from "./views";
import { groupView, hostView } from "./views";

/** What people and machines do to the service without this API. A wrong id is a mistake in the test, and throws. */
export interface ByHand {
  /** Each add returns the new id. */
  addClient(client?: NewClient): number;
  addGroup(group: NewGroup): number;
  addHost(host: NewHost): number;
  removeGroup(id: number): void;
  removeHost(id: number): void;
  /** Saves what the function makes of a copy of the configuration; it may change the copy and return nothing. */
  editGroup(id: number, edit: Edit): void;
  editHost(id: number, edit: Edit): void;
  /** Another name or owner, as somebody gives it on the platform's own pages. */
  changeHost(id: number, identity: { name?: string; clientId?: number }): void;
  changeGroup(id: number, identity: { name?: string; clientId?: number }): void;
  setActive(hostId: number, active: boolean): void;
  group(id: number): GroupView;
  host(id: number): HostView;
  /** All ids of hosts, in order. */
  hostIds(): number[];
  /** All ids of groups, in order. */
  groupIds(): number[];

  /** How the next deployment of the host will go; further calls are for the ones after it. */
  scriptDeployment(hostId: number, script: Partial<DeploymentScript>): void;
  /** Somebody else deploys. */
  startDeployment(hostId: number, type?: DeployType): void;
  startImport(hostId: number, seconds: number): void;
  /** Somebody cancels what runs. */
  cancelDeployment(hostId: number): void;
  /** What runs makes no more progress. */
  stallDeployment(hostId: number): void;
  /** What runs ends now, as asked. */
  finishDeployment(hostId: number, end?: "published" | "error"): void;
}

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- an edit in place returns nothing
type Edit = (json: JsonObject) => JsonObject | void;

export function byHand(service: Service): ByHand {
  const { store, clock } = service;
  const hostOf = (id: number) => found(store.hosts.get(id), "host", id);
  const groupOf = (id: number) => found(store.groups.get(id), "group", id);
  const idleHost = (id: number): HostRecord => {
    const host = hostOf(id);
    if (runningDeployment(service, host) !== null) throw new Error(`Host ${id} is busy already.`);
    return host;
  };
  const running = (id: number) =>
    found(runningDeployment(service, hostOf(id)), "running deployment of host", id);

  return {
    addClient: (client = {}) => store.addClient(client, clock.now()).id,
    addGroup: (group) => store.addGroup(group, clock.now()).id,
    addHost: (host) => store.addHost(host, clock.now()).id,
    removeGroup: (id) => {
      store.groups.delete(groupOf(id).id);
    },
    removeHost: (id) => {
      store.hosts.delete(hostOf(id).id);
    },
    editGroup: (id, edit) => {
      save(groupOf(id), edit, clock.now());
    },
    editHost: (id, edit) => {
      save(hostOf(id), edit, clock.now());
    },
    changeHost: (id, identity) => {
      Object.assign(hostOf(id), identity);
    },
    changeGroup: (id, identity) => {
      Object.assign(groupOf(id), identity);
    },
    setActive: (id, active) => {
      hostOf(id).active = active;
    },
    group: (id) => groupView(groupOf(id)),
    host: (id) => hostView(service, hostOf(id)),
    hostIds: () => [...store.hosts.keys()].sort((a, b) => a - b),
    groupIds: () => [...store.groups.keys()].sort((a, b) => a - b),

    scriptDeployment: (id, script) => {
      hostOf(id).scripts.push(script);
    },
    startDeployment: (id, type = "deploy") => {
      startDeployment(service, idleHost(id), type);
    },
    startImport: (id, seconds) => {
      startImport(service, idleHost(id), seconds);
    },
    cancelDeployment: (id) => {
      running(id);
      endDeployment(service, hostOf(id), "canceled");
    },
    stallDeployment: (id) => {
      running(id).stalledAt = clock.now();
    },
    finishDeployment: (id, end = "published") => {
      running(id);
      endDeployment(service, hostOf(id), end);
    },
  };
}

function save(record: { json: JsonObject; updatedAt: number }, edit: Edit, now: number): void {
  const copy = structuredClone(record.json);
  record.json = edit(copy) ?? copy;
  record.updatedAt = now;
}

function found<T>(thing: T | null | undefined, what: string, id: number): T {
  if (thing === undefined || thing === null) throw new Error(`The emulator has no ${what} ${id}.`);
  return thing;
}
