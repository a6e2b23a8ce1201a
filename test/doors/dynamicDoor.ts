import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { programFolder, type ModuleKind } from "../engine/programFolder";
import { packedPlugin } from "../engine/yamlProject";
import { asJavaScript } from "./declaration";
import { openProgram } from "./openProgram";
import type { Door } from "./door";

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
    open: async (settings) => {
      const program = await programFolder(kind, "");
      const { folder } = program;
      const runtime = { name: "nodejs", options: { typescript: false } };
      await writeFile(join(folder, "Pulumi.yaml"), JSON.stringify({ name: "program", runtime }));
      return openProgram(settings, {
        folder,
        // Explicit providers are the plugin's. Without it, the engine may stop before the program reports its error.
        env: { PATH: [await packedPlugin(), settings.engine.env.PATH].join(delimiter) },
        typePrefix: "pulumi-nodejs:dynamic/hostconfig:",
        write: (declaration, calls) =>
          program.write(`${beginnings[kind]}\n${asJavaScript(declaration, calls)}\n};\n`),
        remove: () => program.remove(),
      });
    },
  };
}
