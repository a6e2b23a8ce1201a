import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runWatched } from "../measure/runWatched";
import type { RoleOf } from "../measure/processWatch";
import { configurationOf, type Arena, type Session, type Step } from "./contender";
import { projectFolder } from "./projectFolder";
import { stateBytes } from "./stateBytes";

/** A YAML program with one kind of resource from a plugin. */
export interface YamlProgram {
  plugin: { name: string; path: string };
  type: string;
  /** Inputs of every resource. */
  inputs: (name: string, json: Record<string, unknown>) => Record<string, unknown>;
  config: Record<string, string>;
}

const roleOf: RoleOf = (commandLine) => {
  if (commandLine.includes("pulumi-resource-")) return "provider";
  if (commandLine.includes("pulumi-language-")) return "program";
  return "engine";
};

/** Makes a project of a YAML program with so many resources. */
export async function openYamlProgram(
  { engine, parallel, bulk }: Arena,
  prefix: string,
  size: number,
  program: YamlProgram,
): Promise<Session> {
  const { folder, remove } = await projectFolder();
  const project = `yaml-${prefix}`;
  const stack = ["--stack", "dev"];
  let version = 1;
  const write = () => {
    const json = configurationOf(version, bulk);
    const resources = Array.from({ length: size }, (_, index): [string, unknown] => {
      const name = `${prefix}-${index + 1}`;
      return [name, { type: program.type, properties: program.inputs(name, json) }];
    });
    return writeFile(
      join(folder, "Pulumi.yaml"),
      JSON.stringify({
        name: project,
        runtime: "yaml",
        plugins: { providers: [program.plugin] },
        resources: Object.fromEntries(resources),
      }),
    );
  };
  await write();
  await engine.pulumi(["stack", "init", "dev"], { cwd: folder });
  for (const [key, value] of Object.entries(program.config)) {
    const secret = key.endsWith(":token") ? ["--secret"] : [];
    await engine.pulumi(["config", "set", ...secret, ...stack, key, value], { cwd: folder });
  }
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runWatched({
      command: engine.cli.path,
      args: [...args, ...stack, "--parallel", String(parallel), "--non-interactive"],
      cwd: folder,
      env: { ...engine.env, ...more },
      roleOf,
    });
  const commands: Record<Step, readonly string[]> = {
    create: ["up", "--yes", "--skip-preview"],
    preview: ["preview"],
    update: ["up", "--yes", "--skip-preview"],
    refresh: ["refresh", "--yes", "--skip-preview"],
    destroy: ["destroy", "--yes", "--skip-preview"],
  };
  return {
    run: async (step, more) => {
      if (step === "update") {
        version += 1;
        await write();
      }
      return run(commands[step], more);
    },
    stateBytes: () => stateBytes(engine, project, "dev"),
    close: remove,
  };
}
