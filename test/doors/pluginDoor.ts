import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedPlugin } from "../engine/yamlProject";
import { asYaml } from "./declaration";
import { openProgram } from "./openProgram";
import type { Door } from "./door";

/** The provider plugin of the packed package, in a YAML program. */
export const pluginDoor: Door = {
  name: "the provider plugin in a YAML program",
  wholeProtocol: true,
  open: async (settings) => {
    const folder = await mkdtemp(join(tmpdir(), "hostconfig-yaml-"));
    const plugins = { providers: [{ name: "hostconfig", path: await packedPlugin() }] };
    return openProgram(settings, {
      folder,
      typePrefix: "hostconfig:",
      write: (declaration, calls) =>
        writeFile(
          join(folder, "Pulumi.yaml"),
          JSON.stringify({ name: "program", runtime: "yaml", plugins, ...asYaml(declaration, calls) }),
        ),
      remove: () => rm(folder, { recursive: true, force: true }),
    });
  },
};
