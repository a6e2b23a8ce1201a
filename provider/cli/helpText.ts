import type { Command, Options } from "./command";
import { tableLines } from "./output";
import { commands, commonOptions } from "./commandLine";

const program = "npx pulumi-hostconfig";

/** The help of the whole, or of one command. */
export function helpText(command: Command | undefined): string {
  return `${(command === undefined ? overview() : commandHelp(command)).join("\n")}\n`;
}

function overview(): string[] {
  return [
    `Usage: ${program} COMMAND [OPTIONS]`,
    "",
    "Brings the hosts and groups of a hosting platform under Pulumi, and looks after their deployments.",
    "",
    "Commands:",
    ...pairs([
      ...commands.map(({ name, args, summary }): Pair => [
        args === undefined ? name : `${name} ${args.placeholder}`,
        summary,
      ]),
      ["help [COMMAND]", "Shows this help, or that of a command."],
    ]),
    "",
    "Options of every command:",
    ...optionLines(commonOptions),
    ...pairs([["--version", "Show the version of this package."]]),
    "",
    "Settings, from the environment or from the stack of --stack:",
    ...pairs([
      ["HOSTCONFIG_BASE_URL", "Base address of the service, such as https://panel.example.com."],
      ["HOSTCONFIG_TOKEN", "Personal access token, made in the platform's profile settings."],
    ]),
    "",
    "Exit status: 0 done; 1 failed; 2 the command line is wrong; 3 done, and found something wrong",
    "(a change by hand, a failed deployment with --exit-status, a problem that doctor names); 4 something",
    "is saved and not published yet, as drift finds; 130 Ctrl-C.",
  ];
}

function commandHelp(command: Command): string[] {
  const { name, args, description, options, stackMeaning, examples, exits = [] } = command;
  const stack = { ...commonOptions.stack, description: stackMeaning ?? commonOptions.stack.description };
  return [
    `Usage: ${program} ${name}${args === undefined ? "" : ` ${args.placeholder}`} [OPTIONS]`,
    "",
    ...description,
    "",
    "Options:",
    ...optionLines({ ...options, ...commonOptions, stack }),
    "",
    "Examples:",
    ...examples.flatMap(([line, meaning]) => [`  # ${meaning}`, `  ${program} ${line}`]),
    ...(exits.length === 0 ? [] : ["", "Exit status:", ...exits.map((line) => `  ${line}`)]),
  ];
}

function optionLines(options: Options): string[] {
  return pairs(
    Object.entries(options).map(([name, known]): Pair => {
      const value = known.kind === "value" ? ` ${known.placeholder}` : "";
      return [`--${name}${value}`, known.description];
    }),
  );
}

type Pair = readonly [term: string, meaning: string];

const widest = 100;

/** Terms in one column, their meanings in the next, in lines that fit everywhere. */
function pairs(terms: readonly Pair[]): string[] {
  const rows = terms.flatMap(([term, meaning]) =>
    wrapped(meaning, widest - 26).map((line, index) => [
      { text: `  ${index === 0 ? term : ""}`.padEnd(26) },
      { text: line },
    ]),
  );
  return tableLines(rows);
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
