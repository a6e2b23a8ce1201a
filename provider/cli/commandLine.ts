import { parseArgs, type ParseArgsConfig } from "node:util";
import { closest } from "../api/suggestions";
import { driftCommand } from "./changes/driftCommand";
import { previewCommand } from "./changes/previewCommand";
import { flag, option, type Command, type Options, textValue } from "./command";
import { doctorCommand } from "./doctor/doctorCommand";
import { UsageError } from "./errors";
import { importCommand } from "./import/importCommand";
import { resetCommand } from "./resetCommand";
import { statusCommand } from "./status/statusCommand";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  importCommand,
  previewCommand,
  driftCommand,
  statusCommand,
  resetCommand,
  doctorCommand,
];

/** Options of every command. */
export const commonOptions = {
  json: flag("Print the result as JSON, for programs."),
  stack: option(
    "NAME",
    textValue,
    "Take address and token from this stack's configuration, in the folder of a Pulumi project. Default: the environment.",
  ),
  help: flag("Show this help."),
} as const satisfies Options;

/** What a command line asks for. */
type CommandLine = { kind: "help"; command: Command | undefined } | { kind: "version" } | CommandRun;

export interface CommandRun {
  kind: "run";
  command: Command;
  /** By their names, those of every command included; `undefined` for a value that is not given. */
  options: Readonly<Record<string, unknown>>;
  stack: string | undefined;
  args: readonly string[];
}

/**
 * Reads a command line.
 *
 * @param argv without the program itself
 * @throws UsageError
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const [first, ...rest] = argv;
  if (first === undefined || first === "--help" || first === "-h")
    return { kind: "help", command: undefined };
  if (first === "--version" || first === "-v") return { kind: "version" };
  if (first === "help") {
    return { kind: "help", command: rest[0] === undefined ? undefined : commandNamed(rest[0]) };
  }
  const command = commandNamed(first);
  const known: Options = { ...command.options, ...commonOptions };
  const { values, positionals: args } = parse(command, known, rest);
  if (values.help === true) return { kind: "help", command };
  checkArgs(command, args);
  const options = readValues(command, known, values);
  const { stack } = options;
  return { kind: "run", command, options, stack: typeof stack === "string" ? stack : undefined, args };
}

/** Whether JSON was asked for; also of a command line that cannot be understood. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end === -1 ? argv.length : end).includes("--json");
}

function commandNamed(name: string): Command {
  const command = commands.find((known) => known.name === name);
  if (command !== undefined) return command;
  const names = commands.map((known) => known.name);
  const near = closest(name, names);
  throw new UsageError(
    name.startsWith("-")
      ? `The command comes before its options; ${name} is none.`
      : `There is no command "${name}".`,
    [
      ...(near === undefined ? [] : [`Did you mean \`npx pulumi-hostconfig ${near}\`?`]),
      "`npx pulumi-hostconfig help` lists the commands.",
    ],
  );
}

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

function parse(
  command: Command,
  options: Options,
  args: string[],
): { values: Values; positionals: string[] } {
  const forms = Object.entries(options).map(([name, { kind }]): [string, OptionForm] => {
    if (kind === "flag") return [name, { type: "boolean", ...(name === "help" ? { short: "h" } : {}) }];
    // As a list, so that a second value does not take the first one's place.
    return [name, { type: "string", multiple: true }];
  });
  try {
    return parseArgs({ args, options: Object.fromEntries(forms), allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError(command, wordsOf(error, Object.keys(options)));
  }
}

type OptionForm = NonNullable<ParseArgsConfig["options"]>[string];

/** Node's own words, without its advice on programming. */
function wordsOf(error: unknown, names: readonly string[]): string {
  const message = String(error).replace(/^\w*Error(?: \[\w+\])?: /, "");
  const [, unknown] = /^Unknown option '(-{1,2}[^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return message.split("\n")[0] ?? message;
  const near = closest(unknown.replace(/^-+/, ""), names);
  return `There is no option ${unknown}${near === undefined ? "" : `; did you mean --${near}?`}`;
}

function checkArgs(command: Command, args: readonly string[]): void {
  const { name, args: { placeholder = "", least = 0, most = 0 } = {} } = command;
  if (args.length < least) throw usageError(command, `${name} needs ${placeholder}.`);
  if (args.length > most) throw usageError(command, `${name} does not take "${args[most] ?? ""}".`);
}

function readValues(command: Command, options: Options, values: Values): Record<string, unknown> {
  const read = Object.entries(options).map(([name, known]): [string, unknown] => {
    const given = values[name];
    if (known.kind === "flag") return [name, given === true];
    if (!Array.isArray(given)) return [name, undefined];
    const [value, second] = given;
    if (second !== undefined) throw usageError(command, `--${name} is given twice.`);
    const { data, error } = known.schema.safeParse(value);
    if (error === undefined) return [name, data];
    const problem = error.issues[0]?.message ?? "cannot be used";
    throw usageError(command, `--${name} ${problem}, and not "${String(value)}".`);
  });
  return Object.fromEntries(read);
}

function usageError(command: Command, message: string): UsageError {
  return new UsageError(message, [`\`npx pulumi-hostconfig help ${command.name}\` shows how it is used.`]);
}
