// Runs the tests of the kinds given, with the arguments after `--` for jest. A test file that is named there runs whatever
// its kind is:
//   node --import tsx scripts/test.ts unit engine -- [jest's arguments]
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { findCli } from "../test/engine/findCli";
import { report } from "../test/engine/progress";

const repository = join(__dirname, "..");

/** What a kind of tests shows, and how long it usually takes on two idle cores once the engine is there. */
const kinds = {
  unit: { what: "no engine and no build", usually: "2 minutes" },
  engine: { what: "the packed package on a real engine", usually: "6 minutes" },
  all: { what: "every language, example, pipeline and interruption", usually: "10 minutes" },
  soak: { what: "long random runs", usually: "hours" },
} as const;
type Kind = keyof typeof kinds;

async function main(): Promise<void> {
  const [words, jestArguments] = splitAt(process.argv.slice(2), "--");
  const named = jestArguments.filter((word) => word.endsWith(".test.ts") && existsSync(word));
  const chosen = named.length > 0 ? [...new Set(named.map(kindOf))] : words.map(asKind);
  for (const kind of chosen) {
    const { what, usually } = kinds[kind];
    const size =
      named.length > 0 ? named.filter((file) => kindOf(file) === kind).join(", ") : describeFiles(kind);
    report(`Tests of kind "${kind}" (${what}): ${size}${named.length > 0 ? "" : `, usually ${usually}`}`);
  }
  if (chosen.some((kind) => kind !== "unit")) await prepareEngine();
  const soak = chosen.includes("soak") ? ["--testTimeout=600000", "--maxWorkers=1"] : [];
  const isFull = named.length > 0 || chosen.includes("all") || chosen.includes("soak");
  const jest = createRequire(__filename).resolve("jest/bin/jest");
  const child = spawn(
    process.execPath,
    [jest, "--selectProjects", ...chosen, "--passWithNoTests=false", ...soak, ...jestArguments],
    { cwd: repository, stdio: "inherit", env: { ...process.env, ...(isFull ? {} : quick) } },
  );
  child.on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}

/** Read by test/full.ts. */
const quick = { HOSTCONFIG_TEST_QUICK: "yes" };

async function prepareEngine(): Promise<void> {
  const { status } = spawnSync(process.execPath, [join(__dirname, "prepare.mjs")], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("The package could not be built.");
  const cli = await findCli();
  report(`Engine: pulumi ${cli.version} (${cli.source}: ${cli.path})`);
}

/** What stands before and after the first of these words. */
function splitAt(words: readonly string[], word: string): [before: string[], after: string[]] {
  const at = words.indexOf(word);
  return at === -1 ? [[...words], []] : [words.slice(0, at), words.slice(at + 1)];
}

function asKind(word: string): Kind {
  const found = Object.keys(kinds).find((kind): kind is Kind => kind === word);
  if (found === undefined)
    throw new Error(`unknown kind of tests "${word}": use ${Object.keys(kinds).join(", ")}`);
  return found;
}

function kindOf(file: string): Kind {
  return asKind(/\.(engine|all|soak)\.test\.ts$/.exec(file)?.[1] ?? "unit");
}

function describeFiles(kind: Kind): string {
  const files = readdirSync(join(repository, "test"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".test.ts") && kindOf(file) === kind,
  );
  return `${files.length} files`;
}

main().catch((error: unknown) => {
  report(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
