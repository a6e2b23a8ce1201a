import { GroupConfig, Host } from "../../sdk";

/** What the demo's program declares; the demo changes it between the steps. */
export interface Declaration {
  group: number;
  adopted: [number, number];
  clientId: number;
  phpVersion: string;
}

/** The program that the demo runs: a group, two hosts that are there already, and one that is created. */
export function declare({ group, adopted, clientId, phpVersion }: Declaration): void {
  const shared = new GroupConfig("shared", {
    groupId: group,
    ownership: "declared",
    json: { backups: { enabled: true, keep_days: 14 } },
  });
  const deploy = { pollInterval: 1, triggers: [shared.fingerprint] };
  new Host("shop", {
    hostId: adopted[0],
    // The program owns the whole configuration: keys that it does not name are removed, and a warning names them.
    onConflict: "warn",
    json: { web_server: "nginx", php: { version: phpVersion, memory_limit: "512M" }, cache: true },
    deploy,
  });
  new Host("blog", {
    hostId: adopted[1],
    ownership: "declared",
    json: { php: { memory_limit: "384M" } },
    deploy,
  });
  new Host("landing", {
    name: "landing.example.com",
    clientId,
    json: { web_server: "nginx", php: { version: "8.3" } },
  });
}
