import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseCommandLine } from "../../provider/cli/commandLine";
import { findCli } from "../engine/findCli";
import { runCommand } from "../engine/runCommand";
import { commandsOf } from "../examples/readmeCommands";
import { blocksOf, documents, isLoop, proseOf, repository } from "./documents";

jest.setTimeout(240_000);

const manifest = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = manifest.parse(JSON.parse(readFileSync(join(repository, "package.json"), "utf8")));

/** Every command that the documentation tells somebody to run, in a block or inside a sentence. */
const commands = documents().flatMap((document) => {
  const blocks = blocksOf(document).flatMap(({ place, language, text }) =>
    linesOf(language, text).map((words) => ({ place, words })),
  );
  const spoken = [...proseOf(document).matchAll(/`((?:pulumi|npx|npm) [^`]+)`/g)].flatMap(([, text = ""]) =>
    commandsOf(text.replaceAll(/\s+/g, " ")).map((words) => ({ place: document.file, words })),
  );
  return [...blocks, ...spoken].map((command) => ({ ...command, line: command.words.join(" ") }));
});

/** A block of shell is all commands; in what a terminal shows, they stand after a dollar. */
function linesOf(language: string, text: string): string[][] {
  // A loop is run as it stands, in loops.all.test.ts.
  if (isLoop({ language, text })) return [];
  if (language === "bash") return commandsOf(text);
  if (language !== "text") return [];
  return commandsOf([...text.matchAll(/^\$ (.+)$/gm)].map(([, line]) => line).join("\n"));
}

const of = (...tools: string[]) => commands.filter(({ words }) => tools.includes(words[0] ?? ""));

describe("a command of the documentation", () => {
  it("is of a tool that is looked at here", () => {
    const looked = of("npm", "npx", "pulumi");
    // Each ends in what an example's own test runs, or is git's or the shell's.
    const others = of("export", "node", "python3", "venv/bin/pip", "cd", "cp", "git");
    expect(commands.filter((command) => ![...looked, ...others].includes(command))).toEqual([]);
  });

  it.each(of("npm"))("$line ($place) is one of npm's or of package.json's", ({ words }) => {
    const [subcommand = "", script = ""] = words.slice(1).filter((word) => !word.startsWith("--"));
    if (subcommand === "run") expect(Object.keys(scripts)).toContain(script);
    else expect(["ci", "install", "outdated", "pack", "test"]).toContain(subcommand);
  });

  it.each(of("npx"))("$line ($place) is understood by the command line", ({ words: [, tool, ...args] }) => {
    expect(tool).toBe("pulumi-hostconfig");
    // A block of a help text has places for values and choices.
    const meant = args.filter((word) => !/^\[|\]$/.test(word));
    if (meant[0] === "COMMAND") return;
    expect(["help", "version", "run"]).toContain(parseCommandLine(meant).kind);
  });
});

describe("a command of Pulumi's in the documentation", () => {
  const pulumi = of("pulumi");
  let cli: string;
  const helps = new Map<string, string>();

  beforeAll(async () => {
    cli = (await findCli()).path;
    const wanted = pulumi.flatMap(({ words }) => [words.slice(1, 2), words.slice(1, 3)].filter(plain));
    for (const subcommand of wanted) await helpOf(subcommand);
  });

  /** What the CLI tells of a subcommand; empty where it knows none of this name. */
  async function helpOf(subcommand: readonly string[]): Promise<void> {
    const name = subcommand.join(" ");
    if (helps.has(name)) return;
    const { status, stdout } = await runCommand(cli, [...subcommand, "--help"], {
      cwd: repository,
      env: process.env,
      timeoutSeconds: 60,
    });
    const known = status === 0 && stdout.includes(`\n  pulumi ${name}`);
    helps.set(name, known ? stdout : "");
  }

  it.each(pulumi)("$line ($place) is known to the CLI, with its flags", ({ words }) => {
    const [, first = "", second = ""] = words;
    const outer = helps.get(first) ?? "";
    const inner = helps.get(`${first} ${second}`) ?? "";
    expect(outer).not.toBe("");
    const takesArguments = new RegExp(`^  pulumi ${first} [^\\n]*[[<](?!flags|command)`, "m").test(outer);
    if (plain([second]) && inner === "")
      expect({ first, second, takesArguments }).toMatchObject({ takesArguments: true });
    const flags = words.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0] ?? "");
    for (const flag of flags) expect((inner || outer).split(/[\s,]+/)).toContain(flag);
  });
});

/** Whether these are words that may name a subcommand. */
function plain(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => /^[a-z-]*[a-z]$/.test(word) && !word.startsWith("-"));
}
