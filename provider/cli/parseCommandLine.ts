import { parseArgs, type ParseArgsConfig } from "node:util";
import { closest } from "../api/misspelled";
import { flag, option, type Command, type Options, textValue } from "./command";
import { UsageError } from "./errors";
import { commands } from "./commands";

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
export type CommandLine =
  | { kind: "help"; command: Command | undefined }
  | { kind: "version" }
  | {
      kind: "run";
      command: Command;
      options: Record<string, unknown>;
      json: boolean;
      stack: string | undefined;
      args: string[];
    };

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
  const options: Options = { ...command.options, ...commonOptions };
  const { values, positionals } = parse(command, options, rest);
  if (values.help === true) return { kind: "help", command };
  checkArgs(command, positionals);
  const read = readValues(command, options, values);
  return {
    kind: "run",
    command,
    options: read,
    json: read.json === true,
    stack: typeof read.stack === "string" ? read.stack : undefined,
    args: positionals,
  };
}

/** Whether JSON was asked for; also of a command line that cannot be understood. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end === -1 ? argv.length : end).includes("--json");
}

function commandNamed(name: string): Command {
  const command = commands.find((known) => known.name === name);
  if (command !== undefined) return command;
  const near = closest(
    name,
    commands.map((known) => known.name),
  );
  const steps = near === undefined ? [] : [`Did you mean \`npx pulumi-hostconfig ${near}\`?`];
  throw new UsageError(
    name.startsWith("-")
      ? `The command comes before its options; ${name} is none.`
      : `There is no command "${name}".`,
    [...steps, "`npx pulumi-hostconfig help` lists the commands."],
  );
}

type Parsed = Record<string, string | boolean | (string | boolean)[] | undefined>;

function parse(
  command: Command,
  options: Options,
  args: string[],
): { values: Parsed; positionals: string[] } {
  const forms: NonNullable<ParseArgsConfig["options"]> = Object.fromEntries(
    Object.entries(options).map(([name, { kind }]) => [
      name,
      // As a list, so that a second value does not take the first one's place.
      kind === "value"
        ? { type: "string", multiple: true }
        : { type: "boolean", ...(name === "help" ? { short: "h" } : {}) },
    ]),
  );
  try {
    return parseArgs({ args, options: forms, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(wordsOf(error, Object.keys(options)), [seeHelp(command)]);
  }
}

/** Node's own words, without its advice on programming. */
function wordsOf(error: unknown, names: readonly string[]): string {
  const message = String(error).replace(/^\w*Error(?: \[\w+\])?: /, "");
  const [, unknown] = /^Unknown option '(-{1,2}[^']*)'/.exec(message) ?? [];
  if (unknown !== undefined) {
    const near = closest(unknown.replace(/^-+/, ""), names);
    return `There is no option ${unknown}${near === undefined ? "" : `; did you mean --${near}?`}`;
  }
  return message.split("\n")[0] ?? message;
}

function checkArgs(command: Command, args: readonly string[]): void {
  const { least, most } = command.argCount;
  if (args.length < least) throw new UsageError(`${command.name} needs ${command.args}.`, [seeHelp(command)]);
  if (args.length > most) {
    const extra = args[most] ?? "";
    throw new UsageError(`${command.name} does not take "${extra}".`, [seeHelp(command)]);
  }
}

function readValues(command: Command, options: Options, values: Parsed): Record<string, unknown> {
  const read = Object.entries(options).map(([name, known]) => {
    const given = values[name];
    if (known.kind === "flag") return [name, given === true];
    if (!Array.isArray(given)) return [name, undefined];
    const [value, second] = given;
    if (second !== undefined) throw new UsageError(`--${name} is given twice.`, [seeHelp(command)]);
    const parsed = known.schema.safeParse(value);
    if (parsed.success) return [name, parsed.data];
    const [issue] = parsed.error.issues;
    throw new UsageError(`--${name} ${issue?.message ?? "cannot be used"}, and not "${value}".`, [
      seeHelp(command),
    ]);
  });
  return Object.fromEntries(read) as Record<string, unknown>;
}

function seeHelp(command: Command): string {
  return `\`npx pulumi-hostconfig help ${command.name}\` shows how it is used.`;
}
