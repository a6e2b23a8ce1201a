import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "./openEngine";
import { packedOwn } from "./packedPackage";
import { resourceCounts, type ResourceCounts } from "./resourceCounts";
import type { StateResource } from "./stackRequest";

/** How a command of the CLI ended, as a user sees it. */
export interface YamlRun {
  readonly ok: boolean;
  /** Everything that it printed. */
  readonly output: string;
  /** The count of resources at its end. */
  readonly counts: ResourceCounts;
}

/** A resource of a YAML program. */
export interface YamlResource {
  readonly type: string;
  readonly properties?: unknown;
  readonly options?: unknown;
}

/** A user's project in YAML, with a stack `dev`. */
export interface YamlProject {
  readonly folder: string;
  /** The program from now on. */
  declare(resources: Readonly<Record<string, YamlResource>>): Promise<void>;
  /** Runs a command on the stack, for instance `up --yes --skip-preview`. */
  pulumi(...args: string[]): Promise<YamlRun>;
  preview(...args: string[]): Promise<YamlRun>;
  up(...args: string[]): Promise<YamlRun>;
  refresh(...args: string[]): Promise<YamlRun>;
  destroy(...args: string[]): Promise<YamlRun>;
  /** The resources of this package in the state. */
  resources(): Promise<readonly StateResource[]>;
  remove(): Promise<void>;
}

/** What a project is made of. */
export interface YamlProjectSettings {
  readonly engine: Engine;
  /** The project's name, of which an engine's state has one each. Default `program`. */
  readonly name?: string;
  /** Added to the engine's environment, for instance `HOSTCONFIG_TOKEN`. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder with the plugin; `null` where the engine has to find it by itself. The packed package's by default. */
  readonly plugin?: string | null;
}

/** Makes a project in YAML with an empty program. */
export async function openYamlProject({
  engine,
  name = "program",
  env = {},
  plugin,
}: YamlProjectSettings): Promise<YamlProject> {
  const path = plugin === undefined ? await packedPlugin() : plugin;
  const providers = path === null ? [] : [{ name: "hostconfig", path }];
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-yaml-"));
  const declare: YamlProject["declare"] = (resources) => {
    const project = { name, runtime: "yaml", plugins: { providers }, resources };
    // JSON is YAML too.
    return writeFile(join(folder, "Pulumi.yaml"), JSON.stringify(project));
  };
  const pulumi = async (...args: string[]): Promise<YamlRun> => {
    const { status, stdout, stderr } = await engine.pulumi(args, { cwd: folder, env });
    const output = stdout + stderr;
    return { ok: status === 0, output, counts: resourceCounts(output) };
  };
  const exported = async (): Promise<StateResource[]> => {
    const { stdout } = await engine.pulumi(["stack", "export"], { cwd: folder, env });
    const state = JSON.parse(stdout) as { deployment: { resources?: StateResource[] } };
    return (state.deployment.resources ?? []).filter(({ type }) => type.startsWith("hostconfig:"));
  };
  await declare({});
  const { ok, output } = await pulumi("stack", "init", "dev");
  if (!ok) throw new Error(`There can be no stack: ${output}`);
  return {
    folder,
    declare,
    pulumi,
    preview: (...args) => pulumi("preview", "--diff", ...args),
    up: (...args) => pulumi("up", "--yes", "--skip-preview", ...args),
    refresh: (...args) => pulumi("refresh", "--yes", "--skip-preview", "--diff", ...args),
    destroy: (...args) => pulumi("destroy", "--yes", "--skip-preview", ...args),
    resources: exported,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The folder with the executable in the packed package. */
export async function packedPlugin(): Promise<string> {
  return join(await packedOwn(), "dist", "plugin");
}
