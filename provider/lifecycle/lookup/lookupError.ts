/** A host or group that was looked up by its name. */
export interface Match {
  id: number;
  clientId: number | undefined;
}

/** Not exactly one host or group is of the given name. */
export class LookupError extends Error {
  /** What was found; empty where nothing was. */
  readonly matches: readonly Match[];

  constructor(
    kind: "host" | "group",
    address: string,
    wanted: { name: string; clientId: number | undefined },
    matches: readonly Match[],
  ) {
    const owner = wanted.clientId === undefined ? "" : ` of client ${wanted.clientId}`;
    const plural = `get${kind === "host" ? "Hosts" : "Groups"}`;
    super(
      matches.length === 0
        ? `${address} has no ${kind} of exactly the name "${wanted.name}"${owner} that the token's account may see. ` +
            `\`${plural}\` with \`search\` finds parts of names.`
        : `${address} has ${matches.length} ${kind}s of exactly the name "${wanted.name}"${owner}: ` +
            `${matches.map(inWords).join(", ")}. Give ${wanted.clientId === undefined ? "clientId too, or " : ""}the id instead of the name.`,
    );
    this.name = "LookupError";
    this.matches = matches;
  }
}

function inWords({ id, clientId }: Match): string {
  return clientId === undefined ? String(id) : `${id} (client ${clientId})`;
}
