/** A text that Markdown shows as it is. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const fence = fenceFor(line, 1);
  // A backtick at an end needs a space beside it, which is not shown.
  const padding = /^`|`$/.test(line) || line.trim() === "" ? " " : "";
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** As {@link codeSpan}, in the cell of a table. */
export function codeCell(text: string): string {
  // A bar ends a cell, also within code, unless exactly one backslash of its own stands before it.
  return codeSpan(text).replaceAll(/(\\*)\|/g, (bar, before: string) =>
    before.length % 2 === 0 ? `${before}\\|` : bar.replace("|", "\\u007c"),
  );
}

/** A name as it is if no character of it could mean anything in Markdown, and as code otherwise. */
export function plainName(name: string): string {
  return /^[A-Za-z0-9-]+(?:\/[A-Za-z0-9-]+)*$/.test(name) ? name : codeSpan(name);
}

/** Lines that Markdown shows as they are. */
export function codeBlock(text: string): string {
  const fence = fenceFor(text, 3);
  // GitLab carries out a line such as `/close`, also within a block whose fence is longer than three.
  return `${fence}text\n${text.replaceAll(/^\//gm, " /")}\n${fence}`;
}

/** Longer than any row of backticks inside. */
function fenceFor(text: string, least: number): string {
  const rows = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(least, ...rows.map((row) => row.length + 1)));
}
