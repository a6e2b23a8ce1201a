import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError, LocalWorkspace, PulumiCommand, type Stack } from "@pulumi/pulumi/automation";
import type { Engine } from "../../test/engine/openEngine";
import { declare, type Declaration } from "./program";

const packageRoot = join(__dirname, "..", "..");
const margin = "   │ ";
const stackName = "demo";

/** Prints what the engine prints, a little to the right, and keeps it. */
class Screen {
  text = "";

  readonly show = (text: string): void => {
    // A text may begin in the middle of a line.
    const begun = this.text !== "" && !this.text.endsWith("\n");
    this.text += text;
    const lines = text
      .split("\n")
      .map((line, index) => (line === "" || (index === 0 && begun) ? line : margin + line));
    process.stdout.write(lines.join("\n"));
  };
}

/** The demo's stack: its program runs in this process, its state is a local folder. */
export class DemoStack {
  readonly #engine: Engine;
  readonly #stack: Stack;
  readonly #program: { declaration: Declaration | undefined };

  private constructor(engine: Engine, stack: Stack, program: { declaration: Declaration | undefined }) {
    this.#engine = engine;
    this.#stack = stack;
    this.#program = program;
  }

  /** Makes the stack, in a folder of its own where this package is found as a user's program finds it installed. */
  static async open(engine: Engine, service: { url: string; token: string }): Promise<DemoStack> {
    const workDir = join(engine.folder, "demo");
    await mkdir(join(workDir, "node_modules"), { recursive: true });
    await symlink(packageRoot, join(workDir, "node_modules", "pulumi-hostconfig"));
    await symlink(join(packageRoot, "node_modules", "@pulumi"), join(workDir, "node_modules", "@pulumi"));
    await writeFile(join(workDir, "package.json"), '{ "name": "demo", "private": true }\n');
    const running: { declaration: Declaration | undefined } = { declaration: undefined };
    const program = async () => {
      if (running.declaration !== undefined) declare(running.declaration);
      await Promise.resolve();
    };
    const stack = await LocalWorkspace.createOrSelectStack(
      { stackName, projectName: "hosts", program },
      {
        workDir,
        projectSettings: { name: "hosts", runtime: "nodejs", main: workDir },
        envVars: engine.env as Record<string, string>,
        pulumiCommand: await PulumiCommand.get({ root: engine.root }),
      },
    );
    await stack.setAllConfig({
      "hostconfig:baseUrl": { value: service.url },
      "hostconfig:token": { value: service.token, secret: true },
    });
    return new DemoStack(engine, stack, running);
  }

  /** `pulumi preview --diff` */
  async preview(declaration: Declaration): Promise<string> {
    return this.#run(declaration, (onOutput) => this.#stack.preview({ onOutput, diff: true }));
  }

  /** `pulumi up` */
  async up(declaration: Declaration): Promise<string> {
    return this.#run(declaration, (onOutput) => this.#stack.up({ onOutput }));
  }

  /** `pulumi up` that is expected to fail; what it printed. */
  async upThatFails(declaration: Declaration): Promise<string> {
    const screen = new Screen();
    this.#program.declaration = declaration;
    try {
      await this.#stack.up({ onOutput: screen.show, onError: screen.show });
    } catch (error) {
      if (error instanceof CommandError) return screen.text;
      throw error;
    }
    throw new Error("the update succeeded, and it was to fail");
  }

  /** `pulumi refresh --diff`; the Automation API's own refresh has no `--diff`. */
  async refresh(): Promise<string> {
    const screen = new Screen();
    const args = ["refresh", "--yes", "--skip-preview", "--diff", "--stack", stackName];
    const { stdout, stderr, status } = await this.#engine.pulumi(args, {
      cwd: this.#stack.workspace.workDir,
    });
    screen.show(stdout);
    if (status !== 0) throw new Error(`the refresh failed: ${stderr}`);
    return screen.text;
  }

  /** `pulumi destroy` */
  async destroy(): Promise<string> {
    return this.#run(undefined, (onOutput) => this.#stack.destroy({ onOutput }));
  }

  /** Resources in the state. */
  async resourceCount(): Promise<number> {
    const { deployment } = (await this.#stack.exportStack()) as { deployment: { resources?: unknown[] } };
    return deployment.resources?.length ?? 0;
  }

  async #run(
    declaration: Declaration | undefined,
    action: (onOutput: (text: string) => void) => Promise<unknown>,
  ): Promise<string> {
    const screen = new Screen();
    this.#program.declaration = declaration;
    await action(screen.show);
    return screen.text;
  }
}
