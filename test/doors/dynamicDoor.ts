import type { RunResult } from "../engine/runCommand";
import { programFolder, type ModuleKind } from "../engine/programFolder";
import { openProgramStack } from "../engine/programStack";
import type { ConfigEntry, StackResult } from "../engine/stackRequest";
import { asJavaScript } from "./declaration";
import type { Door, Run } from "./door";

const beginnings: Record<ModuleKind, string> = {
  commonjs: `const pulumi = require("@pulumi/pulumi");
const { GroupConfig, Host } = require("pulumi-hostconfig");
module.exports = async () => {`,
  esm: `import * as pulumi from "@pulumi/pulumi";
import { GroupConfig, Host } from "pulumi-hostconfig";
export default async () => {`,
};

/** Dynamic resources, in a JavaScript program with the packed package installed. */
export function dynamicDoor(kind: ModuleKind): Door {
  return {
    name: `dynamic resources in a program of kind ${kind}`,
    open: async ({ engine, config }) => {
      const program = await programFolder(kind, `${beginnings[kind]}};`);
      const stack = await openProgramStack({ engine, program, config: entries(config), timeoutSeconds: 120 });
      return {
        declare: (declaration) => program.write(`${beginnings[kind]}\n${asJavaScript(declaration)}\n};\n`),
        preview: async () => fromStack(await stack.preview({ diff: true })),
        up: async () => fromStack(await stack.up()),
        // The Automation API's own refresh has no --diff.
        refresh: async () =>
          fromCommand(await stack.pulumi(["refresh", "--yes", "--skip-preview", "--diff"])),
        destroy: async () => fromStack(await stack.destroy()),
        resources: async () => (await stack.resources()).filter(({ type }) => type.includes("hostconfig:")),
        close: async () => {
          await stack.close();
          await program.remove();
        },
      };
    },
  };
}

function entries(config: { baseUrl?: string; token?: string }): Record<string, ConfigEntry> {
  return {
    ...(config.baseUrl === undefined ? {} : { "hostconfig:baseUrl": { value: config.baseUrl } }),
    ...(config.token === undefined ? {} : { "hostconfig:token": { value: config.token, secret: true } }),
  };
}

function fromStack({ ok, output }: StackResult): Run {
  return { ok, output };
}

/** How a command of the CLI ended. */
export function fromCommand({ status, stdout, stderr }: RunResult): Run {
  return { ok: status === 0, output: stdout + stderr };
}
