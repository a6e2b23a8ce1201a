import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { askVersion } from "./cliVersion";
import { cacheFolder } from "./cacheFolder";
import type { CliWay, FoundCli, Unavailable } from "./foundCli";
import { installOnce } from "./installOnce";
import { withProgress } from "./progress";
import { runCommand, type RunCommand } from "./runCommand";

/** The version of the npm package `pulumi`, which is the version of the CLI that it downloads. */
const packageVersion = "3.265.0";
/** After a failure the download is not tried again for so long. */
const retryAfterMs = 6 * 60 * 60 * 1000;

/** The CLI that the official npm package `pulumi` downloads when it first runs. */
export function npmCli(
  run: RunCommand = runCommand,
  cache: string = cacheFolder(),
  now: () => number = Date.now,
): CliWay {
  const folder = join(cache, `cli-npm-${packageVersion}-${process.platform}-${process.arch}`);
  const failures = `${folder}.failed.json`;
  return {
    name: `npm package pulumi@${packageVersion}`,
    installed: () => found(folder, run),
    async install() {
      const earlier = await readFailure(failures, now());
      if (earlier !== undefined) return { unavailable: earlier };
      const reason = await installOnce(folder, (into) =>
        withProgress(`Downloading the Pulumi CLI ${packageVersion} with its npm package`, () =>
          download(into, run),
        ),
      );
      if (reason === undefined) return found(folder, run);
      await mkdir(cache, { recursive: true });
      await writeFile(failures, JSON.stringify({ at: now(), reason }));
      return { unavailable: reason };
    },
  };
}

async function download(into: string, run: RunCommand): Promise<string | undefined> {
  const wrapper = join(into, "wrapper");
  const installed = await run(
    "npm",
    ["install", "--prefix", wrapper, "--no-save", "--no-audit", "--no-fund", `pulumi@${packageVersion}`],
    { cwd: into, timeoutSeconds: 120 },
  );
  if (installed.status !== 0) return `npm could not install it: ${installed.reason}`;
  // The package keeps what it downloads below PULUMI_HOME, here away from the user's own.
  const home = join(into, "home");
  const first = await run(process.execPath, [join(wrapper, "node_modules", "pulumi", "run.js"), "version"], {
    cwd: into,
    env: { ...process.env, PULUMI_HOME: home, PULUMI_VERSION: "", PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeoutSeconds: 600,
  });
  if (first.status !== 0) return `it could not download the CLI: ${first.reason}`;
  await rename(join(home, "versions", packageVersion, "bin"), join(into, "bin"));
  await rm(home, { recursive: true, force: true });
  await rm(wrapper, { recursive: true, force: true });
  return undefined;
}

async function found(folder: string, run: RunCommand): Promise<FoundCli | Unavailable> {
  const path = join(folder, "bin", "pulumi");
  const answer = await askVersion(path, run);
  if ("version" in answer) return { path, version: answer.version, source: "npm" };
  return { unavailable: "it is not downloaded yet" };
}

async function readFailure(file: string, now: number): Promise<string | undefined> {
  let failure: unknown;
  try {
    failure = JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
  if (!isFailure(failure)) return undefined;
  const age = now - failure.at;
  if (age < 0 || age >= retryAfterMs) return undefined;
  const minutes = Math.round(age / 60_000);
  return `${failure.reason} (${minutes} minutes ago; not tried again for a while, remove ${file} to try now)`;
}

function isFailure(value: unknown): value is { at: number; reason: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "at" in value &&
    typeof value.at === "number" &&
    "reason" in value &&
    typeof value.reason === "string"
  );
}
