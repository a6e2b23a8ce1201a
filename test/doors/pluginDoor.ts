import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StateResource } from "../engine/stackRequest";
import { runCommand } from "../engine/runCommand";
import { packedPlugin } from "../engine/yamlProject";
import { driftCommand, fromCommand, setConfig, stackOutputs } from "./command";
import { asYaml } from "./declaration";
import type { PulumiOptions } from "../engine/openEngine";
import type { Door } from "./door";

type PluginRun = Pick<PulumiOptions, "interrupt" | "onStart">;

/** The provider plugin of the packed package, in a YAML program. */
export const pluginDoor: Door = {
  name: "the provider plugin in a YAML program",
  wholeProtocol: true,
  open: async ({ engine, config, color = "never" }) => {
    const folder = await mkdtemp(join(tmpdir(), "hostconfig-yaml-"));
    const plugin = await packedPlugin();
    const write = (members: Record<string, unknown>) => {
      const plugins = { providers: [{ name: "hostconfig", path: plugin }] };
      const project = { name: "program", runtime: "yaml", plugins, ...members };
      return writeFile(join(folder, "Pulumi.yaml"), JSON.stringify(project));
    };
    const pulumi = (args: readonly string[], options: PluginRun = {}) =>
      engine.pulumi([...args, "--stack", "dev", "--color", color], { cwd: folder, ...options });
    const run = async (...args: string[]) => fromCommand(await pulumi(args));
    await write({});
    await engine.pulumi(["stack", "init", "dev"], { cwd: folder });
    await setConfig(pulumi, config);
    const startUp = () => {
      const interrupt = new AbortController();
      let pid: number | undefined;
      const onStart = (started: number) => (pid = started);
      const ended = pulumi(["up", "--yes", "--skip-preview"], { interrupt: interrupt.signal, onStart });
      return {
        ended: ended.then(fromCommand),
        pid,
        interrupt: () => {
          interrupt.abort();
        },
      };
    };
    return {
      declare: (declaration, calls = {}) => write(asYaml(declaration, calls)),
      configure: (changed) => setConfig(pulumi, changed),
      preview: () => run("preview", "--diff"),
      up: () => startUp().ended,
      startUp,
      refresh: () => run("refresh", "--yes", "--skip-preview", "--diff"),
      drift: async () =>
        runCommand(...(await driftCommand()), { cwd: folder, env: engine.env, timeoutSeconds: 300 }),
      cancel: () => run("cancel", "--yes"),
      destroy: () => run("destroy", "--yes", "--skip-preview"),
      resources: async () => {
        const { stdout } = await pulumi(["stack", "export"]);
        const state = JSON.parse(stdout) as { deployment: { resources?: StateResource[] } };
        return (state.deployment.resources ?? []).filter(({ type }) => type.startsWith("hostconfig:"));
      },
      outputs: (options) => stackOutputs(pulumi, options),
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
};
