import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { packedPackage } from "../engine/packedPackage";

const repository = resolve(__dirname, "..", "..");
export const examples = join(repository, "examples");

const packages = z.record(z.string(), z.string()).default({});
const manifest = z.object({ dependencies: packages, devDependencies: packages });

/** The names of the examples. */
export async function exampleNames(): Promise<string[]> {
  return (await readdir(examples)).sort();
}

/** A folder that a user works in. */
export interface ExampleFolder {
  readonly folder: string;
  remove(): Promise<void>;
}

/** A copy of an example, as a user has it after `npm install`: with the packed package and what else it names. */
export async function copyOf(example: string): Promise<ExampleFolder> {
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-example-"));
  await cp(join(examples, example), folder, { recursive: true });
  const modules = join(folder, "node_modules");
  const packed = join(await packedPackage(), "node_modules");
  for (const name of await dependenciesOf(folder)) {
    const own = name === "pulumi-hostconfig" || name === "@pulumi/pulumi";
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(own ? packed : join(repository, "node_modules"), name), join(modules, name));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** An example in another language than JavaScript installs this package for the plugin in it. */
async function dependenciesOf(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
  if (text === undefined) return ["pulumi-hostconfig"];
  const { dependencies, devDependencies } = manifest.parse(JSON.parse(text));
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
}
