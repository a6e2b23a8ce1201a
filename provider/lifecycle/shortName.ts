const longest = 100;

/** A name in a message: the beginning, where it is longer than anybody reads. */
export function shortName(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest)}…`;
}
