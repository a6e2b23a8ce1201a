import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { startEmulator, type Emulator } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { runCommand, type RunResult } from "../engine/runCommand";
import { packedPlugin } from "../engine/yamlProject";
import { builtProgram } from "../sdks/generatedSdk";
import { golang, python } from "../sdks/languages";
import { copyOf, type ExampleFolder } from "./exampleFolder";
import { readmeCommands } from "./readmeCommands";

/** What the READMEs give as the address of a platform. */
const address = "https://panel.example.com";

/** A user who follows an example's README on a platform with hosts 1 to 20 and groups 1 to 3. */
export class ExampleRun {
  private readonly exported: Record<string, string> = {};

  private constructor(
    readonly emulator: Emulator,
    private readonly engine: Engine,
    private readonly example: string,
    private readonly copy: ExampleFolder,
  ) {}

  static async open(example: string): Promise<ExampleRun> {
    const copy = await copyOf(example);
    const emulator = await startEmulator({ deploySeconds: 1 });
    const clientId = emulator.addClient({ email: "owner@example.com" });
    for (let id = 1; id <= 20; id += 1) {
      emulator.addHost({
        clientId,
        name: `web${id}`,
        json: { php: { version: "8.1", memory_limit: "256M" } },
      });
    }
    for (const name of ["standard", "shop", "blog"]) emulator.addGroup({ clientId, name, json: {} });
    return new ExampleRun(emulator, await openEngine(), example, copy);
  }

  /** The command of the README that this CLI cannot run; undefined if it can run all of them. */
  async impossibleCommand(): Promise<string | undefined> {
    const commands = await readmeCommands(this.copy.folder);
    // A CLI built from its Go modules has no code generators.
    const impossible = this.engine.cli.source === "go" ? commands.find(addsPackage) : undefined;
    return impossible?.join(" ");
  }

  /** Runs the README's commands. Secrets that it leaves to be typed come from `typed`, by key. */
  follow(typed: Readonly<Record<string, string>> = {}): Promise<string> {
    return this.runAll(() => true, typed);
  }

  /** Runs the README's commands after its installation, with the SDK that `npm run sdk:generate` makes. */
  async followWithGeneratedSdk(typed: Readonly<Record<string, string>> = {}): Promise<string> {
    await this.addGeneratedSdk();
    return this.runAll((command) => !addsPackage(command) && !installsPython(command), typed);
  }

  private async runAll(
    chosen: (command: readonly string[]) => boolean,
    typed: Readonly<Record<string, string>>,
  ): Promise<string> {
    let output = "";
    for (const command of (await readmeCommands(this.copy.folder)).filter(chosen)) {
      const result = await this.run(command, typed);
      if (result.status !== 0) {
        throw new Error(
          `${command.join(" ")} ended with ${String(result.status)}\n${result.stdout}${result.stderr}`,
        );
      }
      output += result.stdout;
    }
    return output;
  }

  /** One command of the user's. */
  run(command: readonly string[], typed: Readonly<Record<string, string>> = {}): Promise<RunResult> {
    const [tool = "", ...args] = command.map((word) => word.replace(address, this.emulator.url));
    if (tool === "export")
      return done(() => {
        this.export(args);
      });
    // The copy has the packed package already: the registry does not have this version.
    if (tool === "npm" && args[0] === "install") return done();
    if (tool === "pulumi") return this.pulumi(...this.unattended(args, typed));
    return runCommand(tool, args, { cwd: this.copy.folder, env: this.env(), timeoutSeconds: 300 });
  }

  /** Runs the CLI in the example's folder. */
  async pulumi(...args: string[]): Promise<RunResult> {
    const plugin = await packedPlugin();
    const PATH = [plugin, this.engine.env.PATH].join(delimiter);
    // The compiler that the example installs beside the SDK.
    const NODE_PATH = join(this.copy.folder, "node_modules");
    return this.engine.pulumi(args, { cwd: this.copy.folder, env: { PATH, NODE_PATH } });
  }

  /** Changes a file of the user's. */
  async edit(name: string, from: string, to: string): Promise<void> {
    const file = join(this.copy.folder, name);
    const text = await readFile(file, "utf8");
    if (!text.includes(from)) throw new Error(`${name} of ${this.example} has no ${from}.`);
    await writeFile(file, text.replaceAll(from, to));
  }

  async close(): Promise<void> {
    await this.emulator.close();
    await this.engine.close();
    await this.copy.remove();
  }

  private export(assignments: readonly string[]): void {
    for (const assignment of assignments) {
      const [name = "", value = ""] = assignment.split("=");
      this.exported[name] = name === "HOSTCONFIG_TOKEN" ? this.emulator.tokens.admin : value;
    }
  }

  private env(): NodeJS.ProcessEnv {
    return { ...this.engine.env, ...this.exported };
  }

  /** What a user confirms or types, as arguments. */
  private unattended(args: readonly string[], typed: Readonly<Record<string, string>>): string[] {
    const key = args.at(-1) ?? "";
    if (args[0] === "up") return [...args, "--yes", "--skip-preview"];
    if (args.slice(0, 3).join(" ") !== "config set --secret") return [...args];
    const value = { "hostconfig:token": this.emulator.tokens.admin, ...typed }[key];
    if (value === undefined) throw new Error(`The README of ${this.example} asks for ${key}.`);
    return [...args, value];
  }

  private async addGeneratedSdk(): Promise<void> {
    if (this.example.endsWith("-python")) {
      await symlink(join(await builtProgram(python), "venv"), join(this.copy.folder, "venv"));
    } else {
      await mkdir(join(this.copy.folder, "sdks"));
      await cp(join(await builtProgram(golang), "sdk"), resolve(this.copy.folder, "sdks", "hostconfig"), {
        recursive: true,
      });
    }
  }
}

const addsPackage = ([tool, ...args]: readonly string[]) =>
  tool === "pulumi" && args.slice(0, 2).join(" ") === "package add";

const installsPython = ([tool = ""]: readonly string[]) => ["python3", "venv/bin/pip"].includes(tool);

async function done(work: () => Promise<void> | void = () => undefined): Promise<RunResult> {
  await work();
  return { status: 0, stdout: "", stderr: "", reason: "" };
}
