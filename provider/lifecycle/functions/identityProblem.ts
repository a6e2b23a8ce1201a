/** What is wrong with arguments that should name one host or group, by its id or by its name. */
export function identityProblem(
  idKey: "hostId" | "groupId",
  args: { id: number | undefined; name: string | undefined; clientId: number | undefined },
): { property: string; reason: string } | undefined {
  if (args.id === undefined && args.name === undefined) {
    return {
      property: idKey,
      reason: `give ${idKey}, or name (and clientId where the name alone is not unique)`,
    };
  }
  if (args.id === undefined) return undefined;
  const [extra] = (["name", "clientId"] as const).filter((key) => args[key] !== undefined);
  if (extra === undefined) return undefined;
  return { property: extra, reason: `${extra} and ${idKey} exclude each other; remove one of the two` };
}
