import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packedPackage } from "../../test/engine/packedPackage";
import type { ConfigEntry, DriverResult, StackAction, StackRequest } from "../../test/engine/stackRequest";
import { CommandFailedError, runWatched } from "../measure/runWatched";
import type { RoleOf } from "../measure/processWatch";
import { configurationOf, type Arena, type Session, type Step } from "./contender";
import { projectFolder } from "./projectFolder";
import { stateBytes } from "./stateBytes";

/** A JavaScript program that makes one resource a host. */
export interface JavaScriptProgram {
  /** Statements before the resources. */
  beginning: string;
  /** An expression that makes the resource of `name` with the configuration `json`. */
  resource: string;
  config: Record<string, ConfigEntry>;
}

const driver = join(__dirname, "..", "..", "test", "engine", "driver", "drive.cjs");

const roleOf: RoleOf = (commandLine) => {
  if (commandLine.includes("pulumi-resource-") || commandLine.includes("dynamic-provider")) return "provider";
  return commandLine.includes("drive.cjs") ? "program" : "engine";
};

const actions: Record<Step, StackAction> = {
  create: "up",
  preview: "preview",
  update: "up",
  refresh: "refresh",
  destroy: "destroy",
};

/** Makes a project of a JavaScript program with so many resources; each step is a process, as it is for a user. */
export async function openJavaScriptProgram(
  { engine, parallel, bulk }: Arena,
  prefix: string,
  size: number,
  program: JavaScriptProgram,
): Promise<Session> {
  const { folder, remove } = await projectFolder();
  const project = `js-${prefix}`;
  const workDir = join(folder, "stack");
  await mkdir(workDir);
  await symlink(join(await packedPackage(), "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "program", private: true }));
  const file = join(folder, "program.cjs");
  let version = 1;
  const write = () =>
    writeFile(
      file,
      `const pulumi = require("@pulumi/pulumi");
${program.beginning}
const json = ${JSON.stringify(configurationOf(version, bulk))};
module.exports = async () => {
  for (let number = 1; number <= ${size}; number += 1) {
    const name = "${prefix}-" + number;
    ${program.resource};
  }
};
`,
    );
  await write();
  return {
    run: async (step, more) => {
      if (step === "update") {
        version += 1;
        await write();
      }
      const resultFile = join(workDir, "result.json");
      const request: StackRequest = {
        action: actions[step],
        stack: "dev",
        project,
        config: program.config,
        folder,
        program: file,
        workDir,
        root: engine.root,
        envVars: {},
        options: { parallel },
        resultFile,
      };
      const args = [driver, JSON.stringify(request)];
      try {
        const env = { ...engine.env, ...more };
        return await runWatched({ command: process.execPath, args, cwd: folder, env, roleOf });
      } catch (error) {
        if (!(error instanceof CommandFailedError)) throw error;
        const { error: reason } = JSON.parse(await readFile(resultFile, "utf8")) as DriverResult;
        throw new Error(`${prefix}: ${step} failed: ${reason ?? ""}\n${error.message}`, { cause: error });
      }
    },
    stateBytes: () => stateBytes(engine, project, "dev"),
    close: remove,
  };
}
