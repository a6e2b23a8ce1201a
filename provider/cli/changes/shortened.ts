const longest = 120;

/** The beginning of a name or a path that is longer than anybody reads. */
export function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= longest ? text : `${letters.slice(0, longest).join("")}…`;
}

/** How many bytes a text takes: never fewer than its characters. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/** As many of the lines, from the first on, as have room, each with its line break. */
export function linesWithin(lines: readonly string[], room: number): string[] {
  let length = 0;
  const end = lines.findIndex((line) => (length += byteLength(line) + 1) > room);
  return end === -1 ? [...lines] : lines.slice(0, end);
}

/** The beginning of a text that takes no more bytes, at the end of a character. */
export function textWithin(text: string, room: number): string {
  if (byteLength(text) <= room) return text;
  const bytes = Buffer.from(text).subarray(0, Math.floor(room) - 3);
  return `${bytes.toString("utf8").replace(/\ufffd$/, "")}…`;
}
