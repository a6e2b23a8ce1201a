import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { openEngine } from "../test/engine/openEngine";
import { report as say } from "../test/engine/progress";
import type { Contender } from "./contenders/contender";
import { curl } from "./contenders/curl";
import { fetchResource } from "./contenders/fetchResource";
import { dynamicFloor, pluginFloor, waitingFloor } from "./contenders/floor";
import { openTofu } from "./contenders/openTofu";
import { dynamic, plugin } from "./contenders/ours";
import { buildOpenTofu } from "./opentofu/buildOpenTofu";
import { optionsOf, usage, type Options } from "./options";
import { reportOf } from "./report";
import type { Results } from "./results";
import { runLives } from "./runLives";
import { runGrowth, runNoticing, runReadiness } from "./runOthers";
import { startService } from "./service/startService";

/** `npm run bench`: what this provider costs, beside what people use today and what the engine itself costs. */
async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(usage);
    return;
  }
  const engine = await openEngine();
  const service = await startService();
  try {
    const results = emptyResults(options, engine.cli.version);
    const contenders = await chosen(options, results);
    const ours = contenders.filter((contender) => contender === plugin || contender === dynamic);
    const arena = {
      service,
      clientId: await service.addClient(),
      engine,
      parallel: options.parallel,
      bulk: 0,
    };
    const others = [...ours, ...contenders.filter((contender) => contender === pluginFloor)];
    const parts: Record<string, () => Promise<void>> = {
      readiness: () => runReadiness(options.rounds, results),
      ...Object.fromEntries(
        options.sizes.map((size) => [
          `${size} hosts`,
          () => runLives(arena, contenders, size, options, results, say),
        ]),
      ),
      "the end of deployments": () => runNoticing(arena, ours, 20, results),
      "large configurations": () => runGrowth(arena, others, results, say),
    };
    for (const [part, run] of Object.entries(parts)) {
      // What was measured before is worth more than an end without a table.
      await run().catch((error: unknown) => {
        results.missing[part] = String(error);
        say(`${part}: ${String(error)}`);
      });
    }
    await publish(results, options);
  } finally {
    await service.close();
    await engine.close();
  }
}

function emptyResults({ parallel, rounds }: Options, engine: string): Results {
  return {
    settings: { parallel, rounds, node: process.version, engine, cores: cpus().length },
    ...{ steps: [], stateBytes: {}, ready: undefined, noticedOfMany: {}, growth: [], missing: {} },
  };
}

async function chosen({ contenders }: Options, results: Results): Promise<Contender[]> {
  const tofu = await buildOpenTofu();
  if ("unavailable" in tofu) results.missing["OpenTofu + restapi"] = tofu.unavailable;
  const all = [
    ...[pluginFloor, waitingFloor, plugin, dynamicFloor, dynamic, fetchResource, curl],
    ...("unavailable" in tofu ? [] : [openTofu(tofu)]),
  ];
  if (contenders.length === 0) return all;
  return all.filter(({ name }) =>
    contenders.some((wanted) => name.toLowerCase().startsWith(wanted.toLowerCase())),
  );
}

async function publish(results: Results, { write }: Options): Promise<void> {
  const text = reportOf(results);
  const folder = join(__dirname, "results");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(":", "-")}.json`);
  await writeFile(file, JSON.stringify(results, undefined, 2));
  process.stdout.write(`${text}\n`);
  say(`Everything that was measured stands in ${file}.`);
  if (!write) return;
  const readme = join(__dirname, "README.md");
  const [before = "", , after = ""] = (await readFile(readme, "utf8")).split(
    /<!-- (?:begin|end) of the tables -->/,
  );
  const command = `npm run bench -- ${process.argv.slice(2).join(" ")}`.trim();
  const tables = `\n\nMade with \`${command}\`. ${text}\n\n`;
  await writeFile(readme, `${before}<!-- begin of the tables -->${tables}<!-- end of the tables -->${after}`);
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
