import { delimiter } from "node:path";
import { programFolder, type ModuleKind } from "../engine/programFolder";
import { openProgramStack } from "../engine/programStack";
import type { ConfigEntry, StackResult } from "../engine/stackRequest";
import { packedPlugin } from "../engine/yamlProject";
import { asJavaScript } from "./declaration";
import { driftCommand, fromCommand, setConfig, stackOutputs } from "./command";
import type { Door, Run, StackConfig } from "./door";

const beginnings: Record<ModuleKind, string> = {
  commonjs: `const pulumi = require("@pulumi/pulumi");
const hostconfig = require("pulumi-hostconfig");
const plugin = require("pulumi-hostconfig/plugin");
module.exports = async () => {`,
  esm: `import * as pulumi from "@pulumi/pulumi";
import * as hostconfig from "pulumi-hostconfig";
import * as plugin from "pulumi-hostconfig/plugin";
export default async () => {`,
};

/** Dynamic resources, in a JavaScript program with the packed package installed. */
export function dynamicDoor(kind: ModuleKind): Door {
  return {
    name: `dynamic resources in a program of kind ${kind}`,
    wholeProtocol: false,
    open: async ({ engine, config: given, color = "never" }) => {
      // Explicit providers are the plugin's; without it the engine may stop before the program has had its say.
      const env = { PATH: [await packedPlugin(), engine.env.PATH].join(delimiter) };
      const program = await programFolder(kind, `${beginnings[kind]}};`);
      const config = entries(given);
      const stack = await openProgramStack({ engine, program, config, env, timeoutSeconds: 120 });
      const startUp = () => {
        const up = stack.start("up", { color });
        return {
          ended: up.result.then(fromStack),
          pid: up.pid,
          interrupt: () => {
            up.interrupt();
          },
        };
      };
      return {
        declare: (declaration, calls = {}) =>
          program.write(`${beginnings[kind]}\n${asJavaScript(declaration, calls)}\n};\n`),
        configure: async (changed) => {
          Object.assign(config, entries(changed));
          await setConfig((args) => stack.pulumi(args), changed);
        },
        preview: async () => fromStack(await stack.preview({ diff: true, color })),
        up: () => startUp().ended,
        startUp,
        // The Automation API's own refresh has no --diff.
        refresh: async () =>
          fromCommand(await stack.pulumi(["refresh", "--yes", "--skip-preview", "--diff", "--color", color])),
        drift: () => driftCommand().then((command) => stack.beside(...command)),
        cancel: async () => fromCommand(await stack.pulumi(["cancel", "--yes"])),
        destroy: async () => fromStack(await stack.destroy({ color })),
        resources: async () => (await stack.resources()).filter(({ type }) => type.includes("hostconfig:")),
        outputs: (options) => stackOutputs((args) => stack.pulumi(args), options),
        close: async () => {
          await stack.close();
          await program.remove();
        },
      };
    },
  };
}

function entries(config: StackConfig): Record<string, ConfigEntry> {
  return {
    ...(config.baseUrl === undefined ? {} : { "hostconfig:baseUrl": { value: config.baseUrl } }),
    ...(config.token === undefined ? {} : { "hostconfig:token": { value: config.token, secret: true } }),
    ...(config.onConflict === undefined ? {} : { "hostconfig:onConflict": { value: config.onConflict } }),
  };
}

function fromStack({ ok, output }: StackResult): Run {
  return { ok, output };
}
