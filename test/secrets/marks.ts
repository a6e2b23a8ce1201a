/** A secret whose core is found again however it was written: in JSON, in a URL, in Go's quotes or in base64. */
export interface Mark {
  readonly name: string;
  readonly core: string;
}

/** Where a secret showed. */
export interface Find {
  readonly mark: string;
  readonly where: string;
  /** What stands around it. */
  readonly context: string;
}

/** Letters and digits alone, which no spelling changes; half of it is enough to have leaked. */
export function mark(name: string): Mark {
  return { name, core: `M4rk${name}Q7x9Z2v5K8w3` };
}

/** Every mark that a text shows, whole or in half, open or as base64. */
export function findMarks(marks: readonly Mark[], where: string, text: string): Find[] {
  return marks.flatMap(({ name, core }) => {
    const half = Math.ceil(core.length / 2);
    const open = [core.slice(0, half), core.slice(-half)];
    return [...open, ...base64Parts(core)].flatMap((spelling) => {
      const at = text.indexOf(spelling);
      if (at === -1) return [];
      return [{ mark: name, where, context: text.slice(Math.max(0, at - 160), at + 160) }];
    });
  });
}

/** What a text's base64 has in common whatever stands before and after it. */
function base64Parts(core: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from("-".repeat(before) + core).toString("base64");
    const [from, to] = [before === 0 ? 0 : 4, Math.floor(((before + core.length) * 8) / 6)];
    return encoded.slice(from, to);
  });
}
