import { projectName } from "../connection";
import { counted } from "../output";
import type { Surroundings } from "../surroundings";
import {
  collapsedMessages,
  ownershipWords,
  unpublishedTitle,
  type ChangedResource,
  type ChangedValue,
  type ChangesReport,
  type UnpublishedResource,
} from "./changesReport";

/** A comment on GitHub holds 65,536 characters. Counted in bytes, which are never fewer. */
const mostBytes = 65_536;

/** For what is neither a resource nor the end: each of them is cut to its share. */
const mostWarningBytes = 8_000;
const mostUnpublishedBytes = 8_000;
/** Of one warning. */
const mostOfWarning = 2_000;

/** A comment, and whether something did not fit into it. */
interface Comment {
  text: string;
  isCut: boolean;
}

/**
 * The report as a comment for a pull request or an issue. Where it is too long, the tables are cut, each to the same length
 * at most; then each resource is one line; then those with dangers come first, and the others are counted.
 *
 * @param marker a hidden first line, by which a pipeline finds the comment again
 */
export function changesMarkdown(report: ChangesReport, marker: string): Comment {
  const warnings = warningSection(report.warnings);
  const unpublished = unpublishedSection(report.unpublished);
  const next = report.next.map((step) => `- ${step}`).join("\n");
  const head = `${marker}\n### ${report.title(plainName)}\n`;
  const make = (...middle: string[]) =>
    `${[head, ...middle, unpublished.text, warnings.text, next].join("\n").trim()}\n`;
  const room = mostBytes - byteLength(make("")) - byteLength(cutNote) - 2;
  const resources = resourcesWithin(report, room);
  const isCut = resources.isCut || warnings.isCut || unpublished.isCut;
  return { text: make(...(isCut ? [cutNote] : []), resources.text), isCut };
}

/** A failure as a comment. */
export function failureMarkdown(
  title: string,
  marker: string,
  message: string,
  steps: readonly string[],
): string {
  const end = steps.map((step) => `\n- ${textWithin(step, 500)}\n`).join("");
  // A row of nothing but backticks has a fence of the same length around it.
  const shown = textWithin(message, (mostBytes - byteLength(marker) - byteLength(end) - 200) / 3);
  return `${marker}\n### ${title}\n\n${codeBlock(shown)}\n${end}`;
}

const cutNote =
  "This comment has no room for everything. The log of the job holds the whole result, as text.\n";

function resourcesWithin(report: ChangesReport, room: number): Comment {
  const all = sections(report, Infinity);
  if (byteLength(all) <= room) return { text: all, isCut: false };
  return { text: cutTables(report, room) ?? cutLines(report, room), isCut: true };
}

function sections(report: ChangesReport, share: number): string {
  return report.resources.map((resource) => resourceSection(resource, report, share)).join("\n");
}

/** The longest tables that have room; `undefined` if even headings and dangers alone have none. */
function cutTables(report: ChangesReport, room: number): string | undefined {
  const longest = Math.max(
    ...report.resources.map(({ values }) => byteLength(values.map(row).join("\n")) + 1),
  );
  let [least, most] = [0, longest];
  let best = sections(report, least);
  if (byteLength(best) > room) return undefined;
  while (most - least > 16) {
    const share = Math.floor((least + most) / 2);
    const tried = sections(report, share);
    if (byteLength(tried) <= room) [least, best] = [share, tried];
    else most = share;
  }
  return best;
}

/** A line for each resource; if there is no room for all, for those with dangers first. */
function cutLines(report: ChangesReport, room: number): string {
  const { resources } = report;
  const all = resources.map((resource) => resourceLine(resource, report));
  if (linesWithin(all, room).length === all.length) return `${all.join("\n")}\n`;
  const isDangerous = (resource: ChangedResource) => dangersOf(resource).isDangerous;
  const urgent = [
    ...resources.filter(isDangerous),
    ...resources.filter((resource) => !isDangerous(resource)),
  ];
  const lines = linesWithin(
    urgent.map((resource) => resourceLine(resource, report)),
    room - 200,
  );
  const left = urgent.slice(lines.length);
  const dangerous = left.filter(isDangerous).length;
  const among = dangerous > 0 ? `, **${dangerous} of them replaced, deleted or with keys removed**` : "";
  return [...lines, `- … and ${counted(left.length, "more resource")}${among}`, ""].join("\n");
}

function warningSection(warnings: readonly string[]): Comment {
  const shown = collapsedMessages(warnings).map(
    (warning) => `**Warning:**\n\n${codeBlock(textWithin(warning, mostOfWarning))}\n`,
  );
  return withRest(shown, mostWarningBytes, (left) => `… and ${counted(left, "more warning")}.\n`);
}

function unpublishedSection(unpublished: readonly UnpublishedResource[]): Comment {
  if (unpublished.length === 0) return { text: "", isCut: false };
  const lines = unpublished.map(({ label, resource, project, stack, latest }) => {
    const status = latest === undefined ? "" : `; ${shortCode(latest)}`;
    return `- ${shortCode(label)}: ${shortCode(`${project}/${stack}`)}, resource ${shortCode(resource)}${status}`;
  });
  const { text, isCut } = withRest(
    lines,
    mostUnpublishedBytes,
    (left) => `- … and ${counted(left, "more resource")}`,
  );
  return { text: `#### ${unpublishedTitle}\n\n${text}\n`, isCut };
}

function withRest(parts: readonly string[], room: number, rest: (left: number) => string): Comment {
  const shown = linesWithin(parts, room);
  const left = parts.length - shown.length;
  return { text: [...shown, ...(left > 0 ? [rest(left)] : [])].join("\n"), isCut: left > 0 };
}

/** As many removed keys as are named beside a table that may be cut. */
const mostRemoved = 5;

/**
 * A resource with its heading, its dangers, and as much of its table as has room.
 *
 * @param room bytes for the rows of the table
 */
function resourceSection(resource: ChangedResource, report: ChangesReport, room: number): string {
  const { change, label, project, stack, urn, values } = resource;
  const { columns, verbs, noValues } = report;
  const owner = `${shortCode(`${project}/${stack}`)}, resource ${shortCode(resource.resource)}, ${ownershipWords(resource)}.`;
  const rows = rowsWithin(values, room);
  const left = values.length - rows.length;
  const table = [`| key | ${columns.before} | ${columns.after} |`, "| --- | --- | --- |", ...rows, ""];
  return [
    `#### ${shortCode(label)} ${verbs[change]}`,
    "",
    `${owner} <sub>${shortCode(urn)}</sub>`,
    "",
    ...dangerLines(resource),
    ...(rows.length > 0 ? table : []),
    ...(left > 0
      ? [`${rows.length > 0 ? "… and " : ""}${counted(left, rows.length > 0 ? "more value" : "value")}.`, ""]
      : []),
    ...(values.length === 0 && change === "update" ? [noValues, ""] : []),
  ].join("\n");
}

/** A resource in one line. */
function resourceLine(resource: ChangedResource, { verbs }: ChangesReport): string {
  const { removed, deployType } = dangersOf(resource);
  const facts = [
    `resource ${shortCode(resource.resource)}`,
    ...(resource.values.length > 0 ? [counted(resource.values.length, "value")] : []),
    ...(removed.length > 0 ? [`**${counted(removed.length, "key")} removed**`] : []),
    ...(deployType === undefined ? [] : [`**deployment type** ${shortCode(deployType)}`]),
  ];
  return `- ${[`${shortCode(resource.label)} ${verbs[resource.change]}`, ...facts].join("; ")}`;
}

/** All rows in the order of the values; if there is no room for them, those that show a danger first. */
function rowsWithin(values: readonly ChangedValue[], room: number): string[] {
  const isTelling = ({ path, after }: ChangedValue) => path.startsWith("deploy.") || after === undefined;
  const urgent = [...values.filter(isTelling), ...values.filter((value) => !isTelling(value))];
  const taken = new Set<ChangedValue>();
  let length = 0;
  for (const value of urgent) {
    length += byteLength(row(value)) + 1;
    if (length > room) break;
    taken.add(value);
  }
  return values.filter((value) => taken.has(value)).map(row);
}

function row({ path, before, after }: ChangedValue): string {
  const cell = (value: string | undefined) => (value === undefined ? "–" : codeCell(value));
  return `| ${codeCell(shortened(path))} | ${cell(before)} | ${cell(after)} |`;
}

function dangerLines(resource: ChangedResource): string[] {
  const { removed, deployType } = dangersOf(resource);
  const named = removed.slice(0, mostRemoved).map((path) => shortCode(path));
  const more = removed.length > named.length ? ` and ${removed.length - named.length} more` : "";
  const lines = [
    ...(deployType === undefined ? [] : [`- **Deployment type:** ${shortCode(deployType)}`]),
    ...(removed.length === 0 ? [] : [`- **Removed:** ${named.join(", ")}${more}`]),
  ];
  return lines.length === 0 ? [] : [...lines, ""];
}

/** What a reviewer has to know of a change even if the values themselves do not fit into a comment. */
interface Dangers {
  /** The paths of the configuration that are removed. */
  removed: readonly string[];
  /** How it is deployed, if that is not a plain `deploy`. */
  deployType: string | undefined;
  /** Whether something is replaced, removed or deleted. */
  isDangerous: boolean;
}

/** Both spellings of the deployment that removes what is not in the configuration. */
const deleting = ["fullDeleteDeploy", "fullResetDeploy"];

function dangersOf({ change, values, deployType = "deploy" }: ChangedResource): Dangers {
  const removed = values
    .filter(({ before, after }) => before !== undefined && after === undefined)
    .map(({ path }) => path)
    .filter((path) => /^json(?:Admin)?(?![\w-])/.test(path));
  const isDangerous =
    change === "replace" || change === "delete" || removed.length > 0 || deleting.includes(deployType);
  return { removed, deployType: deployType === "deploy" ? undefined : deployType, isDangerous };
}

/** The beginning of a text, as Markdown shows it as it is. */
function shortCode(text: string): string {
  return codeSpan(shortened(text));
}

/** A text that Markdown shows as it is. */
function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const fence = fenceFor(line, 1);
  // A backtick at an end needs a space beside it, which is not shown.
  const padding = /^`|`$/.test(line) || line.trim() === "" ? " " : "";
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** As {@link codeSpan}, in the cell of a table. */
function codeCell(text: string): string {
  // A bar ends a cell, also within code, unless exactly one backslash of its own stands before it.
  return codeSpan(text).replaceAll(/(\\*)\|/g, (bar, before: string) =>
    before.length % 2 === 0 ? `${before}\\|` : bar.replace("|", "\\u007c"),
  );
}

/** A name as it is if no character of it could mean anything in Markdown, and as code otherwise. */
function plainName(name: string): string {
  return /^[A-Za-z0-9-]+(?:\/[A-Za-z0-9-]+)*$/.test(name) ? name : codeSpan(name);
}

/** Lines that Markdown shows as they are. */
function codeBlock(text: string): string {
  const fence = fenceFor(text, 3);
  // GitLab carries out a line such as `/close`, also within a block whose fence is longer than three.
  return `${fence}text\n${text.replaceAll(/^\//gm, " /")}\n${fence}`;
}

/** Longer than any row of backticks inside. */
function fenceFor(text: string, least: number): string {
  const rows = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(least, ...rows.map((row) => row.length + 1)));
}

/**
 * The hidden first line of a comment: it shows a pipeline which comment is this command's on this stack. It is the
 * same where the command fails, so it takes only what is known before Pulumi runs.
 */
export function commentMarker(command: string, { cwd }: Surroundings, stack: string | undefined): string {
  const words = [command, projectName(cwd) ?? "project", stack ?? "selected"];
  return `<!-- pulumi-hostconfig ${words.map((word) => word.replaceAll(/[^\w./]/g, "-")).join(" ")} -->`;
}

const longestText = 120;

/** The beginning of a name or a path that is longer than anybody reads. */
export function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= longestText ? text : `${letters.slice(0, longestText).join("")}…`;
}

/** How many bytes a text takes: never fewer than its characters. */
function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/** As many of the lines, from the first on, as have room, each with its line break. */
function linesWithin(lines: readonly string[], room: number): string[] {
  let length = 0;
  const end = lines.findIndex((line) => (length += byteLength(line) + 1) > room);
  return end === -1 ? [...lines] : lines.slice(0, end);
}

/** The beginning of a text that takes no more bytes, at the end of a character. */
function textWithin(text: string, room: number): string {
  if (byteLength(text) <= room) return text;
  const bytes = Buffer.from(text).subarray(0, Math.floor(room) - 3);
  return `${bytes.toString("utf8").replace(/\ufffd$/, "")}…`;
}
