import { safeMessage } from "../../api/safeText";
import { flag } from "../command";
import { CommandError } from "../errors";
import { Output, tableLines } from "../output";
import type { Surroundings } from "../surroundings";
import { changesMarkdown, failureMarkdown, ownershipWords } from "./changesMarkdown";
import { type ChangesReport, unpublishedTitle, collapsedMessages } from "./changesReport";

export const markdownOption = flag("Print the result as Markdown, for a comment or the summary of a job.");

/** In which form the result is asked for. */
interface Telling {
  markdown: boolean;
  /** See `commentMarker`. */
  marker: string;
  output: Output;
  surroundings: Surroundings;
}

/** Prints what was found. */
export function tellChanges(
  report: ChangesReport,
  { markdown, marker, output, surroundings }: Telling,
): void {
  const { resources, unpublished, compared, warnings } = report;
  output.result({
    changes: resources,
    unpublished,
    ...(compared === undefined ? {} : { compared }),
    warnings,
  });
  if (output.json) return;
  if (!markdown) {
    writeChanges(output, report);
    return;
  }
  const { text, isCut } = changesMarkdown(report, marker);
  output.document(text);
  // In a pipeline, stdout is the comment and stderr the job's log.
  if (isCut) writeChanges(new Output({ ...surroundings, stdout: surroundings.stderr }, false), report);
}

/**
 * Does the work; where it fails, the comment says so, and not what an earlier run found.
 *
 * @param title of the comment about the failure
 */
export async function orTellFailure<Result>(
  title: string,
  { markdown, marker, output, surroundings }: Telling,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (markdown && !output.json && !surroundings.signal.aborted) {
      // Escapes make a text longer: its length counts as it is shown.
      const message = safeMessage(error);
      const steps = error instanceof CommandError ? error.steps : [];
      output.document(failureMarkdown(title, marker, message, steps));
    }
    throw error;
  }
}

/** The report for a person at a terminal. */
function writeChanges(output: Output, report: ChangesReport): void {
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
