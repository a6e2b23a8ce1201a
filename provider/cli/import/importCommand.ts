import { readFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { z } from "zod";
import { formatPropertyPath } from "../../config/values";
import { defineCommand, flag, option, listValue, textValue } from "../command";
import { CommandError, exitStatus } from "../errors";
import { filterOptions } from "../hosts";
import { counted, plainText } from "../output";
import { goProgram } from "./go";
import {
  readInventory,
  unusablePlace,
  type Inventory,
  type InventoryRecord,
  type NamedRecord,
} from "./inventory";
import { importFile, importFileName, pluginLines, type NextStep, type ProgramWriter } from "./projectFiles";
import { pythonProgram } from "./python";
import { typescriptProgram } from "./typescript";
import { plannedFiles, writeProject, type WrittenFile } from "./writeProject";
import { yamlProgram } from "./yaml";

const languages = ["typescript", "yaml", "python", "go"] as const;

const programs: Readonly<Record<(typeof languages)[number], ProgramWriter>> = {
  typescript: typescriptProgram,
  yaml: yamlProgram,
  python: pythonProgram,
  go: goProgram,
};

const options = {
  ...filterOptions,
  hosts: option("A,B", listValue, "Only these hosts (ids, client/name or names), and no groups."),
  language: option(
    languages.join("|"),
    z.string().pipe(z.enum(languages, `must be one of ${languages.join(", ")}`)),
    "Language of the program. Default: typescript.",
  ),
  out: option("DIR", textValue, "Folder of the project. Default: the current one."),
  force: flag("Write over files that are there already."),
  "dry-run": flag("Write no file; with --json, list everything that would be imported or marked."),
};

/** Writes a program that declares what is there, and the file that brings it under Pulumi. */
export const importCommand = defineCommand({
  name: "import",
  summary: "Write a program that declares the hosts and groups that are there, ready to import.",
  description: [
    "Reads hosts and groups with their configurations, and writes a Pulumi project that declares them, and a",
    "file for `pulumi import --file`. After the steps that it prints, `pulumi preview` shows no change.",
    "Nothing is changed on the platform. Without options it takes everything that the token may see.",
  ],
  options,
  examples: [
    ["import", "everything, as a TypeScript program"],
    ["import --client 1 --language yaml --out hosts", "one client, as a YAML program in a folder of its own"],
    ["import --hosts web1,web2", "two hosts"],
  ],
  run: async ({ options, output, surroundings, connect }) => {
    const { cwd, signal } = surroundings;
    const { client, search, force, "dry-run": isDryRun } = options;
    const api = await connect();
    const choice = { named: options.hosts ?? [], client, search };
    const { found, gone } = await readInventory(api, choice, signal);
    if (found.length === 0) {
      throw new CommandError(`Nothing was found at ${api.baseUrl}; no file was written.`, [
        "Check --client and --search; `npx pulumi-hostconfig status` lists the hosts that the token may see.",
      ]);
    }
    const writer = programs[options.language ?? "typescript"];
    const { inventory, leftOut } = withoutUnusable(found, writer);
    const folder = resolve(cwd, options.out ?? ".");
    const project = [...writer.files(inventory, projectName(folder)), importFile(inventory)];
    const files = isDryRun ? plannedFiles(folder, project) : await writeProject(folder, project, force);
    const steps = isDryRun
      ? [{ what: "Run the same command without --dry-run, which writes the files" }]
      : [
          ...(await nextSteps(writer, { cwd, folder, files, baseUrl: api.baseUrl })),
          ...(inventory.some(({ secrets }) => secrets.length > 0) ? hidingSteps : []),
        ];
    const hosts = inventory.filter(({ kind }) => kind === "Host").length;
    const groups = inventory.length - hosts;
    output.line(`${counted(hosts, "host")} and ${counted(groups, "group")} of ${api.baseUrl}.`);
    output.line();
    for (const { path, result } of files) {
      const style = result === "written" ? output.style.good : output.style.faint;
      output.line(`  ${style(result.padEnd(7))}  ${shortPath(cwd, path)}`);
    }
    for (const warning of warningsOf(inventory, leftOut, gone)) output.note(`Warning: ${warning}`);
    output.line();
    output.line("Next:");
    for (const [index, { what, command }] of steps.entries()) {
      output.line(`  ${index + 1}. ${what}${command === undefined ? "" : ":"}`);
      if (command !== undefined) output.line(`     ${output.style.heading(command)}`);
    }
    output.result({
      ...{ hosts, groups, folder, files },
      leftOut: leftOut.map(({ kind, id, name, place }) => ({ kind, id, name, place })),
      gone,
      probableSecrets: inventory.flatMap(({ kind, id, name, secrets }) =>
        secrets.map((place) => {
          const keys = ["json", ...place];
          return { kind, id, name, path: formatPropertyPath(keys), keys };
        }),
      ),
      next: steps,
    });
    return exitStatus.ok;
  },
});

/** A record that the language cannot carry, because of the value at a place in its `json`. */
type LeftOut = InventoryRecord & { place: string };

function withoutUnusable(found: Inventory, { unusable }: ProgramWriter) {
  const leftOut: LeftOut[] = [];
  const inventory = found.filter((record) => {
    const place = unusablePlace(record, unusable);
    if (place !== undefined) leftOut.push({ ...record, place });
    return place === undefined;
  });
  return { inventory, leftOut };
}

function warningsOf(
  inventory: Inventory,
  leftOut: readonly LeftOut[],
  gone: readonly NamedRecord[],
): string[] {
  const secrets = inventory.flatMap((record) =>
    record.secrets.map((path) => `${label(record)}: ${plainText(formatPropertyPath(["json", ...path]))}`),
  );
  return [
    ...shortened(
      gone.map(
        (record) => `${label(record)} is left out: it was listed, and could not be found when it was read.`,
      ),
    ),
    ...shortened(
      leftOut.map(
        (record) =>
          `${label(record)} is left out: Pulumi cannot carry ${plainText(record.place)} in this language. Try another --language, or change that key on the platform.`,
      ),
    ),
    ...(secrets.length === 0
      ? []
      : [
          `${secrets.length} ${secrets.length === 1 ? "value looks" : "values look"} like a secret, by the key or the form; the service does not tell which are. ` +
            "The program marks them, so that the state and the screen hide them from the next `pulumi up` on, but it holds them in plain text: before you commit it, " +
            "move them into the configuration (`pulumi config set --secret NAME`; docs/command-line.md shows how, also for many). Look for others that do not look like one.",
        ]),
    ...shortened(secrets),
  ];
}

/** More lines than these are counted. */
const mostWarnings = 20;

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= mostWarnings) return [...lines];
  return [
    ...lines.slice(0, mostWarnings),
    `and ${lines.length - mostWarnings} more; the same command with --dry-run --json lists all, and writes nothing.`,
  ];
}

function label({ kind, id, name }: NamedRecord): string {
  return `${kind === "Host" ? "host" : "group"} ${id} (${name})`;
}

/** A name that Pulumi accepts, after the folder. */
function projectName(folder: string): string {
  const name = basename(folder)
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^[^A-Za-z]+|[-.]+$/g, "");
  return name === "" ? "hosts" : name.slice(0, 100);
}

interface Written {
  cwd: string;
  folder: string;
  files: readonly WrittenFile[];
  baseUrl: string;
}

async function nextSteps(
  { prepare }: ProgramWriter,
  { cwd, folder, files, baseUrl }: Written,
): Promise<NextStep[]> {
  const from = shortPath(cwd, folder);
  return [
    ...(from === "" ? [] : [{ what: "Go to the project", command: `cd ${shellWord(from)}` }]),
    ...(await pluginStep(folder, files)),
    ...prepare,
    { what: "Make a stack, where there is none", command: "pulumi stack init dev" },
    { what: "Give it the address", command: `pulumi config set hostconfig:baseUrl ${baseUrl}` },
    { what: "Give it the token", command: "pulumi config set --secret hostconfig:token" },
    {
      what: "Bring everything under Pulumi; nothing changes on the platform",
      command: `pulumi import --file ${importFileName} --generate-code=false --protect=false`,
    },
    {
      what: `Delete ${importFileName}, which has done its work and need not be committed`,
      command: `rm ${importFileName}`,
    },
    { what: "See that nothing would change", command: "pulumi preview --expect-no-changes" },
  ];
}

/** An import reads plain values into the state, and neither of these writes to the platform. */
const hidingSteps: readonly NextStep[] = [
  { what: "Let the state hide what the program marks as secret", command: "pulumi up" },
  { what: "And what was read from the platform", command: "pulumi refresh" },
];

/** A project file of the user's own has to name the plugin. */
async function pluginStep(folder: string, files: readonly WrittenFile[]): Promise<NextStep[]> {
  const project = join(folder, "Pulumi.yaml");
  if (!files.some(({ path, result }) => path === project && result === "kept")) return [];
  const text = await readFile(project, "utf8");
  return /name:\s*["']?hostconfig\b/.test(text)
    ? []
    : [{ what: `Add to ${relative(folder, project)}`, command: pluginLines.join("\n     ") }];
}

/** The path as seen from the current folder, unless it leads out of it. */
function shortPath(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return short.startsWith("..") ? path : short;
}

function shellWord(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
