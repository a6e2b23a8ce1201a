import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../provider/cli/commandLine";
import { wantsColor } from "../../provider/cli/output";
import { packageVersion } from "../../provider/api/version";
import { openCliBench, type CliBench } from "./cliBench";

let bench: CliBench;

beforeAll(async () => {
  bench = await openCliBench();
  bench.emulator.addHost({ clientId: bench.emulator.addClient(), name: "web1", json: {} });
});

afterAll(() => bench.close());

describe("help", () => {
  it.each([[[]], [["help"]], [["--help"]], [["-h"]]])("lists the commands: %j", async (argv) => {
    const { status, stdout } = await bench.run(argv);
    expect(status).toBe(0);
    for (const { name, summary } of commands) {
      expect(stdout).toContain(`\n  ${name}`);
      expect(stdout.replace(/\s+/g, " ")).toContain(summary);
    }
  });

  it.each(commands.map(({ name }) => name))(
    "of %s names every option of it, in both spellings",
    async (name) => {
      const help = await bench.run(["help", name]);
      expect(help).toEqual(await bench.run([name, "--help"]));
      const command = commands.find((known) => known.name === name);
      for (const option of Object.keys(command?.options ?? {})) expect(help.stdout).toContain(`--${option}`);
      for (const common of ["--json", "--stack NAME"]) expect(help.stdout).toContain(common);
    },
  );

  it("fits into lines that every terminal holds", async () => {
    const texts = await Promise.all(
      [[], ...commands.map(({ name }) => [name])].map((argv) => bench.run(["help", ...argv])),
    );
    const lines = texts.flatMap(({ stdout }) => stdout.split("\n"));
    expect(lines.filter((line) => line.length > 115)).toEqual([]);
  });

  it("--version is the package's", async () => {
    expect(await bench.run(["--version"])).toEqual({ status: 0, stdout: `${packageVersion}\n`, stderr: "" });
  });
});

describe("a wrong command line", () => {
  it.each([
    [["statsu"], 'There is no command "statsu".', "npx pulumi-hostconfig status"],
    [["--client", "status"], "The command comes before its options", "npx pulumi-hostconfig help"],
    [["status", "--clint", "1"], "did you mean --client?", "help status"],
    [["status", "--client", "one"], "--client must be an id", "help status"],
    [["status", "--client", "-5"], "Option '--client' argument is ambiguous", "help status"],
    [["status", "--client", "1", "--client=2"], "--client is given twice", "help status"],
    [["import", "--hosts", "web1", "--hosts", "web2"], "--hosts is given twice", "help import"],
    [["status", "--interval", "0"], "--interval must be at least 1 second", "help status"],
    [["status", "--interval", "86400"], "--interval must be at most 9999 seconds", "help status"],
    [
      ["import", "--language", "cobol"],
      "--language must be one of typescript, yaml, python, go",
      "help import",
    ],
    [["import", "extra"], 'import does not take "extra"', "help import"],
    [["reset"], "reset needs HOST", "help reset"],
    [["status", "web1", "--search", "web"], "Name single hosts, or choose them", ""],
  ])("%j is refused before any request, with a next step", async (argv, message, step) => {
    bench.emulator.clearRequests();
    const { status, stdout, stderr } = await bench.run(argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toContain(step);
    expect(bench.emulator.requests).toEqual([]);
  });

  it("is told as JSON where that was asked for", async () => {
    const { status, stdout, stderr } = await bench.run(["status", "--nothing", "--json"]);
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      error: { kind: "UsageError", message: "There is no option --nothing", steps: [expect.any(String)] },
    });
  });
});

describe("settings", () => {
  const without = { HOSTCONFIG_BASE_URL: undefined, HOSTCONFIG_TOKEN: undefined };

  it("that are missing are named, with the ways to give them", async () => {
    const { status, stderr } = await bench.run(["status"], { env: without });
    expect(status).toBe(1);
    expect(stderr).toContain("hostconfig:baseUrl is not set");
    expect(stderr).toContain("→ Set HOSTCONFIG_BASE_URL and HOSTCONFIG_TOKEN in the environment.");
    expect(stderr).toContain("In the folder of a Pulumi project, `--stack NAME`");
  });

  it("hint at the stack in the folder of a project", async () => {
    writeFileSync(join(bench.folder, "Pulumi.yaml"), "name: hosts\nruntime: yaml\n");
    const { stderr } = await bench.run(["status"], { env: without });
    expect(stderr).toContain("This folder belongs to a Pulumi project: `--stack NAME`");
  });

  it("come from the stack that --stack names", async () => {
    const asked: string[] = [];
    const pulumi = (args: readonly string[]) => {
      asked.push(args.join(" "));
      const config = {
        "hostconfig:baseUrl": { value: bench.emulator.url, secret: false },
        "hostconfig:token": { value: bench.emulator.tokens.admin, secret: true },
      };
      return { status: 0, stdout: JSON.stringify(config), stderr: "" };
    };
    const run = await bench.run(["status", "--stack", "production"], { env: without, programs: { pulumi } });
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(asked).toEqual(["config --json --show-secrets --stack production"]);
  });

  it.each([
    [
      { status: 255, stdout: "", stderr: "error: no stack named 'production' found" },
      "no stack named 'production'",
    ],
    [{ status: 0, stdout: "not JSON", stderr: "" }, "no configuration"],
    [{ status: undefined, stdout: "", stderr: "" }, "no `pulumi` on PATH"],
  ])("of a stack that cannot be read are an error: %j", async (result, message) => {
    const { status, stderr } = await bench.run(["status", "--stack", "production"], {
      programs: { pulumi: () => result },
    });
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  it("with a wrong token lead to doctor, and never show it", async () => {
    const { status, stdout, stderr } = await bench.run(["status"], {
      env: { HOSTCONFIG_TOKEN: "wrong-token-4711" },
    });
    expect(status).toBe(1);
    expect(stderr).toContain("`npx pulumi-hostconfig doctor`");
    expect(stdout + stderr).not.toContain("wrong-token-4711");
  });
});

describe("colours", () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
    [{ TERM: "dumb" }, true, false],
  ])("with %j on a terminal %s: %s", async (env, terminal, coloured) => {
    expect(wantsColor(env, { isTerminal: terminal })).toBe(coloured);
    const { stdout } = await bench.run(["status"], { env, terminal });
    expect(stdout.includes("\u001b[")).toBe(coloured);
    const { stdout: json } = await bench.run(["status", "--json"], { env, terminal });
    expect(json).not.toContain("\u001b");
  });
});
