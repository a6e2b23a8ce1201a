import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { Host } from "pulumi-hostconfig";

interface Line {
  host_id: string;
  name: string;
  php: string;
  memory_mb: string;
  cache: "yes" | "no";
}

const lines: Line[] = parse(readFileSync(join(__dirname, "hosts.csv"), "utf8"), {
  columns: true,
  trim: true,
});

const hosts = lines.map(
  (line) =>
    new Host(line.name, {
      hostId: Number(line.host_id),
      ownership: "declared", // other keys on the host stay
      json: {
        php: { version: line.php, memory_limit: `${line.memory_mb}M` },
        cache: line.cache === "yes",
      },
      deploy: { pollInterval: 1 },
    }),
);

export const names = hosts.map((host) => host.name);
