/**
 * Messages with the same cause as one: an unreachable service says so for every host. Those that differ in numbers and
 * names of hosts only have the same.
 */
export function collapsedMessages(messages: readonly string[]): string[] {
  const byCause = new Map<string, string[]>();
  for (const message of new Set(messages)) {
    byCause.set(cause(message), [...(byCause.get(cause(message)) ?? []), message]);
  }
  return [...byCause.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [more.length === 0 ? first : `${first}\n… and ${more.length} more of this kind.`],
  );
}

function cause(message: string): string {
  return message.replaceAll(/\b(Host|Group) \d+(?: \([^)]*\))?/g, "$1").replaceAll(/\d+/g, "#");
}
