import { counted } from "../output/counted";
import type { ChangedResource } from "./changedResource";
import { unpublishedTitle, type ChangesReport } from "./changesReport";
import { collapsedMessages } from "./collapsedMessages";
import { dangersOf } from "./dangers";
import { codeBlock, codeSpan, plainName } from "./markdownCode";
import { resourceLine, resourceSection, tableLength } from "./resourceMarkdown";
import { byteLength, linesWithin, shortened, textWithin } from "./shortened";
import type { UnpublishedResource } from "./unpublished";

/** A comment on GitHub holds 65,536 characters. Counted in bytes, which are never fewer. */
const mostBytes = 65_536;

/** For what is neither a resource nor the end: each of them is cut to its share. */
const mostWarningBytes = 8_000;
const mostUnpublishedBytes = 8_000;
/** Of one warning. */
const mostOfWarning = 2_000;

/** A comment, and whether something did not fit into it. */
export interface Comment {
  text: string;
  isCut: boolean;
}

/**
 * The report as a comment for a pull request or an issue. Where it is too long, the tables are cut, each to the same length
 * at most; then resources are told in a line each; then those with dangers come first, and the others are counted.
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
  const { resources } = report;
  const all = sections(report, Infinity);
  if (byteLength(all) <= room) return { text: all, isCut: false };
  return { text: cutTables(report, room) ?? cutLines(report, resources, room), isCut: true };
}

function sections(report: ChangesReport, share: number): string {
  return report.resources.map((resource) => resourceSection(resource, report, share)).join("\n");
}

/** The longest tables that have room; `undefined` if even headings and dangers alone have none. */
function cutTables(report: ChangesReport, room: number): string | undefined {
  let [least, most] = [0, Math.max(...report.resources.map(tableLength))];
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
function cutLines(report: ChangesReport, resources: readonly ChangedResource[], room: number): string {
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
    const told = latest === undefined ? "" : `; ${codeSpan(shortened(latest))}`;
    return `- ${codeSpan(shortened(label))}: ${codeSpan(shortened(`${project}/${stack}`))}, resource ${codeSpan(shortened(resource))}${told}`;
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
