import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packedPlugin } from "../../engine/yamlProject";

/** The plugin of the packed package, started without an engine. */
export interface PluginByHand {
  readonly port: string;
  /** Null as long as it runs. */
  readonly exitCode: number | null;
  /** Interrupts it as a terminal does; resolves to its exit code and the signal that has ended it. */
  interrupt(): Promise<unknown[]>;
  kill(): void;
}

export async function startPluginByHand(env: NodeJS.ProcessEnv): Promise<PluginByHand> {
  const executable = join(await packedPlugin(), "pulumi-resource-hostconfig");
  const started = spawn(process.execPath, [executable], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(createInterface(started.stdout), "line")) as [string];
  return {
    port,
    get exitCode() {
      return started.exitCode;
    },
    interrupt: () => {
      const end = once(started, "exit");
      started.kill("SIGINT");
      return end;
    },
    kill: () => started.kill("SIGKILL"),
  };
}
