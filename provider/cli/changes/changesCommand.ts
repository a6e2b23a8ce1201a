import { safeMessage } from "../../api/safeText";
import { type Command, defineCommand, flag, type Invocation, type Options } from "../command";
import { CommandError, exitStatus, type ExitStatus } from "../errors";
import { counted, Output, tableLines } from "../output";
import { changesMarkdown, commentMarker, failureMarkdown } from "./changesMarkdown";
import {
  collapsedMessages,
  ownershipWords,
  unpublishedTitle,
  type ChangesReport,
  type ChangesWording,
} from "./changesReport";

/** What differs between `preview` and `drift`. */
interface ChangesCommand<Known extends Options> extends Pick<
  Command,
  "name" | "summary" | "description" | "examples" | "exits"
> {
  options: Known;
  words: ChangesWording & {
    /** What happened to several resources, such as `would be changed`. */
    changed: string;
    /** Title of the comment about a failure. */
    failure: string;
  };
  /** Finds out what there is to report. */
  find: (invocation: Invocation<Known>) => Promise<Found>;
  status?: (found: Found) => ExitStatus;
}

/** What a command found, beside its words. */
interface Found extends Omit<ChangesReport, keyof ChangesWording | "title"> {
  /** The title if no resource differs. */
  unchanged: string;
}

const markdownOption = {
  markdown: flag("Print the result as Markdown, for a comment or the summary of a job."),
};

/** Makes a command that reports how resources differ, as text, as JSON or as a comment. */
export function defineChangesCommand<Known extends Options>({
  words,
  find,
  status = () => exitStatus.ok,
  ...parts
}: ChangesCommand<Known>): Command {
  return defineCommand({
    ...parts,
    options: { ...parts.options, ...markdownOption },
    stackMeaning: "The stack to look at. Default: the selected one.",
    run: async (invocation) => {
      const { options, output, surroundings, stack } = invocation;
      const asComment = options.markdown && !output.json;
      const marker = commentMarker(parts.name, surroundings, stack);
      let found: Found;
      try {
        found = await find(invocation);
      } catch (error) {
        if (asComment && !surroundings.signal.aborted) {
          // The comment says so, and not what an earlier run found. Escapes make a text longer: its length counts as it is shown.
          const message = safeMessage(error);
          const steps = error instanceof CommandError ? error.steps : [];
          output.document(failureMarkdown(words.failure, marker, message, steps));
        }
        throw error;
      }
      const { resources, unpublished, compared, warnings } = found;
      const report = { ...words, ...found, title: titleOf(found, words.changed) };
      output.result({ changes: resources, unpublished, compared, warnings });
      if (asComment) {
        const { text, isCut } = changesMarkdown(report, marker);
        output.document(text);
        // In a pipeline, stdout is the comment and stderr the job's log.
        if (isCut) writeText(new Output({ ...surroundings, stdout: surroundings.stderr }, false), report);
      } else if (!output.json) writeText(output, report);
      return status(found);
    },
  });
}

function titleOf({ resources, unchanged }: Found, changed: string): ChangesReport["title"] {
  const [first] = resources;
  if (first === undefined) return () => unchanged;
  const stack = `${first.project}/${first.stack}`;
  return (name) => `${counted(resources.length, "resource")} of ${name(stack)} ${changed}`;
}

/** The report for a person at a terminal. */
function writeText(output: Output, report: ChangesReport): void {
  const { style } = output;
  output.line(style.heading(report.title((name) => name)));
  for (const resource of report.resources) {
    const { change, label, project, stack, values } = resource;
    output.line();
    output.line(`${label} ${report.verbs[change]}`);
    output.line(`  ${project}/${stack}, resource "${resource.resource}", ${ownershipWords(resource)}`);
    if (values.length === 0 && change === "update") output.line(`  ${report.noValues}`);
    const rows = values.map(({ path, before, after }) => [
      { text: `  ${path}:` },
      { text: `${before ?? "(none)"} → ${after ?? "(none)"}` },
    ]);
    for (const line of tableLines(rows)) output.line(line);
  }
  if (report.unpublished.length > 0) {
    output.line();
    output.line(style.heading(unpublishedTitle));
    for (const { label, resource, project, stack, latest } of report.unpublished) {
      const status = latest === undefined ? "" : `; ${latest}`;
      output.line(`  ${label}: ${project}/${stack}, resource "${resource}"${status}`);
    }
  }
  for (const warning of collapsedMessages(report.warnings)) output.note(`Warning: ${warning}`);
  if (report.next.length > 0) output.line();
  for (const step of report.next) output.line(`→ ${step}`);
}
