import type { ChangedResource } from "./changedResource";
import { unpublishedTitle, type ChangesReport } from "./changesReport";
import { collapsedMessages } from "./collapsedMessages";
import { codeBlock, codeSpan } from "./markdownCode";
import { counted } from "../output/counted";
import { ownershipWords } from "./ownershipWords";
import type { UnpublishedResource } from "./unpublished";

/** A comment on GitHub holds 65,536 characters; the rest is for the pipeline's own words. */
const longest = 60_000;

/** The report as a comment for a pull request or an issue. */
export function changesMarkdown(report: ChangesReport): string {
  const head = `### ${report.title}\n`;
  const tail = [
    ...collapsedMessages(report.warnings).map((warning) => `**Warning:**\n\n${codeBlock(warning)}`),
    ...report.next.map((step) => `- ${step}`),
  ].join("\n");
  const unpublished = unpublishedSection(report.unpublished);
  const sections: string[] = [];
  let length = head.length + unpublished.length + tail.length;
  for (const resource of report.resources) {
    const section = resourceSection(resource, report);
    length += section.length + 1;
    if (length > longest) break;
    sections.push(section);
  }
  const left = report.resources.length - sections.length;
  if (left > 0)
    sections.push(`… and ${counted(left, "more resource")}: the log of the job names them all.\n`);
  return `${[head, ...sections, unpublished, tail].join("\n").trim()}\n`;
}

function resourceSection(resource: ChangedResource, { columns, verbs, noValues }: ChangesReport): string {
  const { change, label, project, stack, urn, values } = resource;
  const owner = `${codeSpan(`${project}/${stack}`)}, resource ${codeSpan(resource.resource)}, ${ownershipWords(resource)}.`;
  const rows = values.map(
    ({ path, before, after }) => `| ${codeSpan(path)} | ${cell(before)} | ${cell(after)} |`,
  );
  const table = [`| key | ${columns.before} | ${columns.after} |`, "| --- | --- | --- |", ...rows];
  return [
    `#### ${codeSpan(label)} ${verbs[change]}`,
    "",
    `${owner} <sub>${codeSpan(urn)}</sub>`,
    "",
    ...(rows.length > 0 ? [...table, ""] : change === "update" ? [noValues, ""] : []),
  ].join("\n");
}

/** More lines than these are counted. */
const mostUnpublished = 50;

function unpublishedSection(unpublished: readonly UnpublishedResource[]): string {
  if (unpublished.length === 0) return "";
  const lines = unpublished.slice(0, mostUnpublished).map(({ label, resource, project, stack, latest }) => {
    const told = latest === undefined ? "" : `; ${codeSpan(latest)}`;
    return `- ${codeSpan(label)}: ${codeSpan(`${project}/${stack}`)}, resource ${codeSpan(resource)}${told}`;
  });
  const left = unpublished.length - lines.length;
  return [
    `#### ${unpublishedTitle}`,
    "",
    ...lines,
    ...(left > 0 ? [`- … and ${counted(left, "more resource")}`] : []),
    "",
  ].join("\n");
}

function cell(value: string | undefined): string {
  return value === undefined ? "–" : codeSpan(value);
}
