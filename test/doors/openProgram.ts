import type { PulumiOptions } from "../engine/openEngine";
import { runCommand } from "../engine/runCommand";
import type { StateResource } from "../engine/stackRequest";
import { driftCommand, fromCommand, setConfig, stackOutputs } from "./command";
import type { Calls, Declaration } from "./declaration";
import type { DoorProgram, DoorSettings } from "./door";

/** A user's project, and what is particular about its language. */
interface Project {
  folder: string;
  /** Added to the engine's environment. */
  env?: NodeJS.ProcessEnv;
  /** How the types of this package's resources begin in the state. */
  typePrefix: string;
  /** Writes the program. */
  write(declaration: Declaration, calls: Calls): Promise<void>;
  remove(): Promise<void>;
}

/** Makes the stack `dev` of a project, and runs the CLI on it as a user does. */
export async function openProgram(
  { engine, config, color = "never" }: DoorSettings,
  project: Project,
): Promise<DoorProgram> {
  const { folder, env = {} } = project;
  const pulumi = (args: readonly string[], options: Pick<PulumiOptions, "interrupt" | "onStart"> = {}) =>
    engine.pulumi([...args, "--stack", "dev", "--color", color], { cwd: folder, env, ...options });
  const run = async (...args: string[]) => fromCommand(await pulumi(args));
  await project.write({}, {});
  await engine.pulumi(["stack", "init", "dev"], { cwd: folder, env });
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
    declare: (declaration, calls = {}) => project.write(declaration, calls),
    configure: (changed) => setConfig(pulumi, changed),
    preview: () => run("preview", "--diff"),
    up: () => startUp().ended,
    startUp,
    refresh: () => run("refresh", "--yes", "--skip-preview", "--diff"),
    drift: async () =>
      runCommand(...(await driftCommand()), {
        cwd: folder,
        env: { ...engine.env, ...env },
        timeoutSeconds: 300,
      }),
    cancel: () => run("cancel", "--yes"),
    destroy: () => run("destroy", "--yes", "--skip-preview"),
    resources: async () => {
      const { stdout } = await pulumi(["stack", "export"]);
      const state = JSON.parse(stdout) as { deployment: { resources?: StateResource[] } };
      return (state.deployment.resources ?? []).filter(({ type }) => type.startsWith(project.typePrefix));
    },
    outputs: (options) => stackOutputs(pulumi, options),
    close: () => project.remove(),
  };
}
