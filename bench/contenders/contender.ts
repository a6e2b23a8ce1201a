import type { Engine } from "../../test/engine/openEngine";
import type { Watched } from "../measure/runWatched";
import type { Service } from "../service/startService";

/** What is done with the hosts, in this order. */
export const steps = ["create", "preview", "update", "refresh", "destroy"] as const;
export type Step = (typeof steps)[number];

/** Seconds of a deployment of the emulator. */
export const deploySeconds = 2;

/** Where a contender works. */
export interface Arena {
  service: Service;
  /** The client that the hosts are made for. */
  clientId: number;
  engine: Engine;
  /** Steps of resources that run at the same time. */
  parallel: number;
  /** Bytes that every host's configuration has beyond the usual. */
  bulk: number;
}

/** One way of managing hosts. */
export interface Contender {
  /** As the tables name it. */
  name: string;
  /** Which steps mean something here, and why others are left out or do less. */
  steps: readonly Step[];
  note?: string;
  /** Makes a project for so many hosts, whose names begin with the prefix. */
  open(arena: Arena, prefix: string, size: number): Promise<Session>;
}

/** A contender's project. */
export interface Session {
  /**
   * Does the step. An `update` changes one key of every host; each one gives it another value.
   *
   * @param more added to the environment
   */
  run(step: Step, more?: Readonly<Record<string, string>>): Promise<Watched>;
  /** Bytes of state a host beyond its configuration, once there is a state. */
  stateBytes?(): Promise<number>;
  close(): Promise<void>;
}

/** The configuration of a host, of which updates change one key; `bulk` adds so many bytes. */
export function configurationOf(version: number, bulk = 0): Record<string, unknown> {
  const sites = Array.from({ length: Math.ceil(bulk / 100) }, (_, index) => ({
    name: `site-${index}.example.com`,
    root: "/var/www/site/public",
    tls: true,
    workers: 4,
  }));
  return {
    webserver: "nginx",
    php: { version: `8.${version}`, memory_limit: "256M" },
    database: { version: "10.6" },
    cache: true,
    aliases: ["www.example.com", "shop.example.com"],
    ...(bulk === 0 ? {} : { sites }),
  };
}
