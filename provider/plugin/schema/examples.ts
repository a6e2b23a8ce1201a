import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One program, in every language. */
export interface Example {
  title: string;
  /** The text below the title: a fenced block for each language. */
  body: string;
}

/** The examples of a resource or a function: the sections of its file in the folder `examples`, if it has one. */
export function examplesOf(name: string): Example[] {
  const file = join(__dirname, "examples", `${name}.md`);
  if (!existsSync(file)) return [];
  const [, ...sections] = readFileSync(file, "utf8").split(/^### /m);
  return sections.map((section) => {
    const end = section.indexOf("\n");
    return { title: section.slice(0, end).trim(), body: section.slice(end).trim() };
  });
}

/** The text below the examples: how to import, where the resource can be imported. */
function importOf(name: string): string {
  const file = join(__dirname, "examples", `${name}.import.md`);
  return existsSync(file) ? `\n\n${readFileSync(file, "utf8").trim()}` : "";
}

/** A description with its examples, as Pulumi's generators take them apart again for each language. */
export function withExamples(name: string, description: string): string {
  const examples = examplesOf(name).map(
    ({ title, body }) => `{{% example %}}\n### ${title}\n\n${body}\n{{% /example %}}`,
  );
  if (examples.length === 0) return `${description}${importOf(name)}`;
  return `${description}\n\n{{% examples %}}\n## Example Usage\n\n${examples.join("\n\n")}\n{{% /examples %}}${importOf(name)}`;
}
