import { randomBytes } from "node:crypto";
import { lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packageVersion } from "../../api/version";
import { CommandError } from "../errors";
import type { Estate } from "./inventory";
import type { ProjectFile } from "./programWriter";

/** What became of a file. */
export interface WrittenFile {
  path: string;
  /** `kept`: it was there already, and is left as it is. `planned`: would be written, and nothing is. */
  result: "written" | "kept" | "planned";
}

/**
 * Writes a project's files. Of a file that is there already, nothing is lost: a scaffold is kept, and anything else stops
 * the whole before the first write. What may hold configuration values is for the user alone to read, and so is a folder
 * that is made for it.
 *
 * @param force whether to write over them all the same
 * @throws CommandError
 */
export async function writeProject(
  folder: string,
  files: readonly ProjectFile[],
  force: boolean,
): Promise<WrittenFile[]> {
  const present = await Promise.all(files.map(({ path }) => contentOf(join(folder, path))));
  const isThere = (index: number) => present[index] !== undefined && present[index] !== files[index]?.text;
  const inTheWay = files.filter(({ scaffold }, index) => isThere(index) && !scaffold);
  if (inTheWay.length > 0 && !force) {
    throw new CommandError(
      `${inTheWay.map(({ path }) => join(folder, path)).join(" and ")} ${inTheWay.length === 1 ? "is" : "are"} there already; nothing was written.`,
      ["`--out DIR` writes into another folder.", "`--force` writes over it."],
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => cannotWrite(folder, error));
  const written: WrittenFile[] = [];
  for (const [index, { path, text, scaffold }] of files.entries()) {
    const kept = scaffold && isThere(index) && !force;
    const file = join(folder, path);
    const write = scaffold ? writeFile : writePrivate;
    if (!kept) await write(file, text).catch((error: unknown) => cannotWrite(file, error));
    written.push({ path: file, result: kept ? "kept" : "written" });
  }
  return written;
}

/**
 * Writes a file that nobody else can read, from its first byte on. A new file takes the place of what was there: an old
 * file may be open elsewhere or have another mode, and a symbolic link would lead the values to another place.
 */
async function writePrivate(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(fresh, text, { flag: "wx", mode: 0o600 });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** What {@link writeProject} would write, whatever is there. */
export function plannedFiles(folder: string, files: readonly ProjectFile[]): WrittenFile[] {
  return files.map(({ path }) => ({ path: join(folder, path), result: "planned" }));
}

async function contentOf(file: string): Promise<string | undefined> {
  // A symbolic link that leads nowhere is there, too.
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  return readFile(file, "utf8").catch((error: unknown) => cannotWrite(file, error));
}

/** @throws CommandError where the system refuses a file or a folder, as in one that is mounted read-only */
function cannotWrite(path: string, error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new CommandError(`${path} cannot be written: ${why}`, ["`--out DIR` writes into another folder."]);
}

export const importFileName = "import.json";

/** The text of a file for `pulumi import --file`. */
export function importFile(estate: Estate): string {
  const resources = estate.map(({ kind, id, resourceName }) => ({
    type: `hostconfig:index:${kind}`,
    name: resourceName,
    id: String(id),
  }));
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}

/** Where a project finds the plugin once the package is installed beside it. */
export const pluginFolder = "node_modules/pulumi-hostconfig/dist/plugin";

/** The lines of a `Pulumi.yaml` that name the plugin. */
export const pluginLines = [
  "plugins:",
  "  providers:",
  "    - name: hostconfig",
  `      path: ${pluginFolder}`,
];

/** A `Pulumi.yaml` for a program in another language than YAML. */
export function pulumiYaml(project: string, runtime: readonly string[]): ProjectFile {
  const lines = [
    `name: ${project}`,
    ...runtime,
    "description: Hosts and groups of the hosting platform",
    ...pluginLines,
  ];
  return { path: "Pulumi.yaml", text: `${lines.join("\n")}\n`, scaffold: true };
}

/** A `package.json` that installs the plugin, and for TypeScript what the program imports. */
export function packageJson(
  project: string,
  more: {
    main?: string;
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  } = {},
): ProjectFile {
  const { main, dependencies = {}, devDependencies } = more;
  const manifest = {
    name: project.toLowerCase(),
    private: true,
    ...(main === undefined ? {} : { main }),
    dependencies: { ...dependencies, "pulumi-hostconfig": `^${packageVersion}` },
    ...(devDependencies === undefined ? {} : { devDependencies }),
  };
  return { path: "package.json", text: `${JSON.stringify(manifest, undefined, 2)}\n`, scaffold: true };
}

/** A `.gitignore` for what is installed, what is made, and the import file, which is of use once. */
export function gitIgnore(made: readonly string[] = []): ProjectFile {
  const lines = ["node_modules/", ...made, importFileName];
  return { path: ".gitignore", text: `${lines.join("\n")}\n`, scaffold: true };
}
