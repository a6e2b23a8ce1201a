import type { Output } from "../output/output";
import { tableLines } from "../output/table";
import { unpublishedTitle, type ChangesReport } from "./changesReport";
import { collapsedMessages } from "./collapsedMessages";
import { ownershipWords } from "./ownershipWords";

/** The report for a person at a terminal. */
export function writeChanges(output: Output, report: ChangesReport): void {
  const { style } = output;
  output.line(style.heading(report.title((name) => name)));
  for (const resource of report.resources) {
    const { change, label, project, stack, values } = resource;
    output.line();
    output.line(`${label} ${report.verbs[change]}`);
    output.line(`  ${project}/${stack}, resource "${resource.resource}", ${ownershipWords(resource)}`);
    if (values.length === 0 && change === "update") output.line(`  ${report.noValues}`);
    for (const line of tableLines(
      values.map(({ path, before, after }) => [
        { text: `  ${path}:` },
        { text: `${before ?? "(none)"} → ${after ?? "(none)"}` },
      ]),
    )) {
      output.line(line);
    }
  }
  if (report.unpublished.length > 0) {
    output.line();
    output.line(style.heading(unpublishedTitle));
    for (const { label, resource, project, stack, latest } of report.unpublished) {
      const told = latest === undefined ? "" : `; ${latest}`;
      output.line(`  ${label}: ${project}/${stack}, resource "${resource}"${told}`);
    }
  }
  for (const warning of collapsedMessages(report.warnings)) output.note(`Warning: ${warning}`);
  if (report.next.length > 0) output.line();
  for (const step of report.next) output.line(`→ ${step}`);
}
