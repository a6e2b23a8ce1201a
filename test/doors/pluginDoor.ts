import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedPackage } from "../engine/packedPackage";
import type { StateResource } from "../engine/stackRequest";
import { asYaml } from "./declaration";
import type { Door } from "./door";
import { fromCommand } from "./dynamicDoor";

/** The provider plugin of the packed package, in a YAML program. */
export const pluginDoor: Door = {
  name: "the provider plugin in a YAML program",
  open: async ({ engine, config }) => {
    const folder = await mkdtemp(join(tmpdir(), "hostconfig-yaml-"));
    const plugin = join(await packedPackage(), "node_modules", "pulumi-hostconfig", "dist", "plugin");
    const write = (resources: Record<string, unknown>) => {
      const plugins = { providers: [{ name: "hostconfig", path: plugin }] };
      const project = { name: "program", runtime: "yaml", plugins, resources };
      return writeFile(join(folder, "Pulumi.yaml"), JSON.stringify(project));
    };
    const pulumi = (...args: string[]) => engine.pulumi([...args, "--stack", "dev"], { cwd: folder });
    const run = async (...args: string[]) => fromCommand(await pulumi(...args));
    await write({});
    await engine.pulumi(["stack", "init", "dev"], { cwd: folder });
    if (config.baseUrl !== undefined) await pulumi("config", "set", "hostconfig:baseUrl", config.baseUrl);
    if (config.token !== undefined)
      await pulumi("config", "set", "--secret", "hostconfig:token", config.token);
    return {
      declare: (declaration) => write(asYaml(declaration)),
      preview: () => run("preview", "--diff"),
      up: () => run("up", "--yes", "--skip-preview"),
      refresh: () => run("refresh", "--yes", "--skip-preview", "--diff"),
      destroy: () => run("destroy", "--yes", "--skip-preview"),
      resources: async () => {
        const { stdout } = await pulumi("stack", "export");
        const state = JSON.parse(stdout) as { deployment: { resources?: StateResource[] } };
        return (state.deployment.resources ?? []).filter(({ type }) => type.startsWith("hostconfig:"));
      },
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
};
