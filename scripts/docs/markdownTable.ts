/** A table in Markdown, its columns in line as the tree's formatter wants them. */
export function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, ...rows].map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = titles.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)));
  const [head = "", ...body] = lines.map((cells) =>
    inLine(widths.map((width, column) => (cells[column] ?? "").padEnd(width))),
  );
  return [head, inLine(widths.map((width) => "-".repeat(width))), ...body].join("\n");
}

function inLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
