import { safeText } from "../../api/safeText";

/** A cell: its text, and what to do with it once it has its width. */
export interface Cell {
  text: string;
  style?: (text: string) => string;
}

/** Columns side by side, as wide as their widest cell; the last one is not padded. */
export function tableLines(given: readonly (readonly Cell[])[]): string[] {
  // As they will be printed: their width counts.
  const rows = given.map((row) => row.map((cell) => ({ ...cell, text: safeText(cell.text) })));
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ text }, column) => {
      widths[column] = Math.max(widths[column] ?? 0, Array.from(text).length);
    });
  }
  return rows.map((row) =>
    row
      .map(({ text, style = (plain) => plain }, column) => {
        const isLast = column === row.length - 1;
        const missing = (widths[column] ?? 0) - Array.from(text).length;
        return style(text) + (isLast ? "" : " ".repeat(missing));
      })
      .join("  "),
  );
}
