/** A host of exactly this name and client is already there, and `ifExists` is `fail`. */
export class HostExistsError extends Error {
  /** The hosts that were found. */
  readonly hostIds: number[];

  constructor(name: string, clientId: number, hostIds: number[]) {
    const [first] = hostIds;
    const found = hostIds.length === 1 ? `host ${String(first)}` : `hosts ${hostIds.join(", ")}`;
    const adopt =
      hostIds.length === 1
        ? `To take it over, give \`hostId: ${String(first)}\` instead of name and clientId, or set \`ifExists: "adopt"\`.`
        : "To take one of them over, give its id as `hostId` instead of name and clientId.";
    super(
      `${name}: client ${clientId} already has ${found} of this name. ${adopt} To create another host, choose another name.`,
    );
    this.name = "HostExistsError";
    this.hostIds = hostIds;
  }
}
