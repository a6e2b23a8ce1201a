import type { NamedRecord } from "./estate";

/** In a YAML program, Pulumi's own variable. */
const reserved = "pulumi";

/**
 * A name in the program for each record: the record's own, as far as its characters go into a URN and into a file name.
 * Where two would get the same, or one a reserved name, all of them get their id behind it, so that no name depends on
 * the order.
 */
export function resourceNames(records: readonly NamedRecord[]): string[] {
  const plain = records.map(usable);
  const counts = new Map([[reserved, 1]]);
  for (const name of plain) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1);
  const taken = new Set(plain.filter((name) => counts.get(folded(name)) === 1).map(folded));
  return records.map((record, index) => {
    const name = plain[index] ?? "";
    if (counts.get(folded(name)) === 1) return name;
    return free(`${name}-${record.id}`, record, taken);
  });
}

/** `web1-12` may be another host's own name. */
function free(wanted: string, record: NamedRecord, taken: Set<string>): string {
  const kind = record.kind === "Host" ? "host" : "group";
  let name = wanted;
  while (taken.has(folded(name))) name = `${name}-${kind}`;
  taken.add(folded(name));
  return name;
}

function usable({ kind, id, name }: NamedRecord): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "");
  return plain === "" ? `${kind === "Host" ? "host" : "group"}-${id}` : plain.slice(0, 100);
}

/** Names that differ only in case confuse people. */
function folded(name: string): string {
  return name.toLowerCase();
}
