import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../../test/emulator";
import { openEngine } from "../../test/engine/openEngine";
import type { Release } from "./buildRelease";
import { mustRun } from "./mustRun";
import { ownArchive } from "./pluginArchives";

/** One thing that a user does with a release. It is done in an empty folder, and throws where it does not work. */
export interface ReleaseCheck {
  readonly what: string;
  /** Why it cannot be tried on this machine. */
  readonly missing?: string;
  run(folder: string): Promise<void>;
}

/** Everything a release has to be good for. */
export function releaseChecks(release: Release): ReleaseCheck[] {
  return [
    {
      what: `npm install ${release.tarball}: both doors' classes are there`,
      run: (folder) => installPackage(release, folder),
    },
    {
      what: `pulumi plugin install ${ownArchive(release.version)}: a YAML program deploys a host with it`,
      run: (folder) => usePlugin(release, folder),
    },
    {
      what: "the Python SDK installs and imports",
      ...needs("python3", "--version"),
      run: (folder) => usePython(release, folder),
    },
    {
      what: "the Go SDK builds",
      ...needs("go", "version"),
      run: (folder) => buildGo(release, folder),
    },
  ];
}

/** Runs a check in an empty folder that is removed afterwards. */
export async function tryOut(check: ReleaseCheck): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-release-"));
  try {
    await check.run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function needs(tool: string, argument: string): { missing?: string } {
  return spawnSync(tool, [argument]).status === 0 ? {} : { missing: `there is no ${tool} on PATH` };
}

async function installPackage(release: Release, folder: string): Promise<void> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "program", private: true }));
  const tarball = join(release.folder, release.tarball);
  await mustRun(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefer-offline", tarball, "@pulumi/pulumi"],
    folder,
  );
  const program = `
    const { Host, GroupConfig } = require("pulumi-hostconfig");
    const plugin = require("pulumi-hostconfig/plugin");
    for (const made of [Host, GroupConfig, plugin.Host, plugin.Provider])
      if (typeof made !== "function") throw new Error("A class is missing.");
    const { version } = require("pulumi-hostconfig/package.json");
    if (version !== "${release.version}") throw new Error("The version is " + version);`;
  await mustRun(process.execPath, ["-e", program], folder);
}

/** From the archive alone, with no path to a plugin in the program. */
async function usePlugin(release: Release, folder: string): Promise<void> {
  const engine = await openEngine();
  const emulator = await startEmulator({ deploySeconds: 1 });
  try {
    const archive = join(release.folder, ownArchive(release.version));
    const pulumi = async (...args: string[]) => {
      const { status, stdout, stderr } = await engine.pulumi(args, { cwd: folder });
      if (status !== 0) throw new Error(`pulumi ${args.join(" ")}\n${stdout}${stderr}`);
    };
    const clientId = emulator.addClient({ email: "owner@example.com" });
    const hostId = emulator.addHost({ clientId, name: "web1", json: {} });
    const web1 = { type: "hostconfig:Host", properties: { hostId, json: { webserver: "nginx" } } };
    await writeFile(
      join(folder, "Pulumi.yaml"),
      JSON.stringify({ name: "release", runtime: "yaml", resources: { web1 } }),
    );
    await pulumi("plugin", "install", "resource", "hostconfig", `v${release.version}`, "--file", archive);
    await pulumi("stack", "init", "dev");
    await pulumi("config", "set", "hostconfig:baseUrl", emulator.url);
    await pulumi("config", "set", "--secret", "hostconfig:token", emulator.tokens.admin);
    await pulumi("up", "--yes", "--skip-preview");
    const { status } = emulator.host(hostId);
    if (status !== "published") throw new Error(`The host is "${String(status)}", not "published".`);
  } finally {
    await emulator.close();
    await engine.close();
  }
}

async function usePython(release: Release, folder: string): Promise<void> {
  const python = join(folder, "venv", process.platform === "win32" ? "Scripts" : "bin", "python");
  await mustRun("python3", ["-m", "venv", join(folder, "venv")], folder);
  await mustRun(python, ["-m", "pip", "install", "--quiet", release.sdks.python], folder);
  const program = `
import importlib.metadata, pulumi_hostconfig
assert pulumi_hostconfig.Host and pulumi_hostconfig.GroupConfig and pulumi_hostconfig.get_host
assert importlib.metadata.version("pulumi_hostconfig") == "${release.version}"
`;
  await mustRun(python, ["-c", program], folder);
}

async function buildGo(release: Release, folder: string): Promise<void> {
  // A copy: the build adds the sums of what it needs, and the release stays as it was generated.
  await cp(release.sdks.go, folder, { recursive: true });
  await mustRun("go", ["build", "-mod=mod", "./..."], folder);
}
