/**
 * The service's id in a resource's id.
 *
 * @throws where somebody imports by something else than the id
 */
export function recordId(record: "host" | "group", id: string): number {
  if (/^[1-9][0-9]{0,14}$/.test(id)) return Number(id);
  throw new Error(
    `"${id}" is no id of a ${record}: give the number that the platform shows for it, such as 12.`,
  );
}
