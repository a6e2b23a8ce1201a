import type { Emulator } from "./emulator";
import type { JsonObject } from "./json";

const names = ["shop", "blog", "intranet", "api", "wiki", "status", "mail", "stage"];

/** Three clients, three groups and this many hosts, most of the first client's; three have a deployment behind them. */
export function addSampleData(emulator: Emulator, hostCount = 12): void {
  const clients = [
    { firstname: "Ada", lastname: "Berger", email: "ada@example.com", company: "Berger Media" },
    { firstname: "Luca", lastname: "Conti", email: "luca@example.org", company: "Conti Commerce" },
    { firstname: "Noor", lastname: "Visser", email: "noor@example.net", company: "Visser Verlag" },
  ].map((client) => emulator.addClient(client));
  const ownerOf = (index: number) => clients[index % 4 === 3 ? 1 + (index % 2) : 0] ?? 1;

  emulator.addGroup({
    clientId: ownerOf(0),
    name: "production",
    json: { backups: { enabled: true, keep_days: 30 }, firewall: { ssh_from: ["198.51.100.0/24"] } },
  });
  emulator.addGroup({
    clientId: ownerOf(0),
    name: "staging",
    json: { backups: { enabled: false }, basic_auth: true },
  });
  emulator.addGroup({
    clientId: ownerOf(3),
    name: "shops",
    json: { cache: true, php: { memory_limit: "512M" } },
  });

  for (let index = 0; index < hostCount; index += 1) {
    const name = `${names[index % names.length] ?? "host"}${Math.floor(index / names.length) + 1}.example.com`;
    emulator.addHost({
      clientId: ownerOf(index),
      name,
      active: index % 11 !== 10,
      json: configuration(index, name),
      jsonAdmin: { limits: { disk_gb: 40 + index } },
      monitoring:
        index % 3 === 0
          ? { load: { one: 0.4, five: 0.3 }, disk: { used_percent: 41 }, memory: { used_percent: 63 } }
          : null,
    });
  }
  const [first, second, third] = emulator.hostIds();
  deployBefore(emulator, first, "published");
  deployBefore(emulator, second, "published");
  deployBefore(emulator, third, "error");
}

function configuration(index: number, name: string): JsonObject {
  return {
    web_server: index % 2 === 0 ? "nginx" : "apache",
    database: {
      engine: index % 3 === 0 ? "postgresql" : "mariadb",
      version: index % 3 === 0 ? "16" : "10.11",
    },
    cache: index % 2 === 0,
    php: { version: index % 4 === 0 ? "8.3" : "8.2", memory_limit: "256M", extensions: ["intl", "gd"] },
    domains: [{ name, tls: true, aliases: [`www.${name}`] }],
    cron: [{ schedule: "*/15 * * * *", command: "bin/console queue:run" }],
    env: {},
  };
}

function deployBefore(emulator: Emulator, hostId: number | undefined, end: "published" | "error"): void {
  if (hostId === undefined) return;
  const output =
    end === "error" ? ["Writing the configuration files", "nginx: configuration test failed"] : [];
  emulator.scriptDeployment(hostId, { seconds: 0, end, ...(end === "error" ? { output } : {}) });
  emulator.startDeployment(hostId);
}
