import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedPackage } from "./packedPackage";

/** How a program says what it needs: `require` or `import`. */
export type ModuleKind = "commonjs" | "esm";

/** A user's project: a program beside `node_modules` with the packed package and the Pulumi SDK. */
export interface ProgramFolder {
  readonly folder: string;
  /** The file that holds the program. */
  readonly program: string;
  /** Changes the program, as a user edits it between two runs. */
  write(source: string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Makes a project with one program.
 *
 * @param source a module whose (default) export is the program: `module.exports = async () => { … }` in CommonJS,
 * `export default async () => { … }` in an ES module. What it returns are the stack's outputs.
 */
export async function programFolder(kind: ModuleKind, source: string): Promise<ProgramFolder> {
  const packed = await packedPackage();
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-program-"));
  await symlink(join(packed, "node_modules"), join(folder, "node_modules"));
  const type = kind === "esm" ? "module" : "commonjs";
  const main = kind === "esm" ? "program.mjs" : "program.cjs";
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "program", private: true, type, main }),
  );
  const program = join(folder, main);
  await writeFile(program, source);
  return {
    folder,
    program,
    write: (changed) => writeFile(program, changed),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
