import type { Emulator, JsonObject } from "../emulator";

/** What a program has to write down with care. */
const careful: JsonObject = {
  php: { version: "8.10", memory_limit: "512M", extensions: ["intl", "redis"] },
  "key with spaces": "${pulumi.stack} $${x} {{y}} %s",
  "a ${key}": "$1 costs $$2",
  "dotted.key": { 'quo"ted': "line one\nline two\ttab \\ back", "": 0 },
  yes: "off",
  words: ["no", "null", "~", "1e3", "0x10", "12:30:00", "=", "<<", "- a", "# b", "a: b", " "],
  invisible: "a\u0085b\u2028c\u200bd\ufeffe\u007ff",
  emoji: "🦀 ünïcödé",
  cache: true,
  workers: 4,
  ratio: 0.25,
  small: 1e-7,
  big: 12345678901234,
  released: "2001-01-01",
  none: [],
  env: {},
  nested: [[1, [2]], { a: [{ b: {} }] }],
  database: { engine: "mariadb", password: "hunter2-of-${name}", url: "mysql://shop:s3cret-pw@db/shop" },
  api_keys: ["first-key-value", "second-key-value"],
};

/** An account of this many hosts and three groups, with names and configurations of every kind; gives the client's id. */
export function addEstate(emulator: Emulator, hostCount: number): number {
  const clientId = emulator.addClient();
  const other = emulator.addClient();
  emulator.addGroup({ clientId, name: "pulumi", json: careful });
  emulator.addGroup({ clientId, name: "our defaults", json: { backups: { keep: 14 } } });
  emulator.addGroup({ clientId, name: "web1.example.com", json: {} });
  emulator.addHost({ clientId, name: "web1.example.com", json: careful });
  emulator.addHost({ clientId, name: "Web 2 / böse", json: { webserver: "nginx" } });
  emulator.addHost({ clientId, name: "twin", json: { a: 1 } });
  emulator.addHost({ clientId: other, name: "twin", json: { a: 2 } });
  for (let index = 5; index <= hostCount; index += 1) {
    emulator.addHost({
      clientId: index % 3 === 0 ? other : clientId,
      name: `host${index}.example.com`,
      json: { ...careful, index, domains: [{ name: `host${index}.example.com`, tls: true }] },
    });
  }
  return clientId;
}
