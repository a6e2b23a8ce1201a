/** A foreign sentence for the end of one of ours, which sets the full stop itself. An ellipsis stays. */
export function withoutFullStop(text: string): string {
  return text.replace(/(?<![.\s])\.$/u, "");
}
