/** A text that Markdown shows as it is, also in the cell of a table. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
  const fence = fenceFor(line, 1);
  // A backtick at an end needs a space beside it, which is not shown.
  const padding = /^`|`$/.test(line) || line.trim() === "" ? " " : "";
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** Lines that Markdown shows as they are. */
export function codeBlock(text: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}text\n${text}\n${fence}`;
}

/** Longer than any row of backticks inside. */
function fenceFor(text: string, least: number): string {
  const rows = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(least, ...rows.map((row) => row.length + 1)));
}
