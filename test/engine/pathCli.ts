import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { askVersion } from "./cliVersion";
import type { CliWay } from "./foundCli";
import { runCommand, type RunCommand } from "./runCommand";

/** The CLI on PATH. An older one is passed over, and the next folder of PATH looked at. */
export function pathCli(path: string = process.env.PATH ?? "", run: RunCommand = runCommand): CliWay {
  return {
    name: "pulumi on PATH",
    async installed() {
      let reason = "there is none";
      for (const folder of path.split(delimiter).filter(isAbsolute)) {
        const candidate = join(folder, "pulumi");
        if (!(await isExecutable(candidate))) continue;
        const answer = await askVersion(candidate, run);
        if ("version" in answer) return { path: candidate, version: answer.version, source: "PATH" };
        reason = answer.unavailable;
      }
      return { unavailable: reason };
    },
  };
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
