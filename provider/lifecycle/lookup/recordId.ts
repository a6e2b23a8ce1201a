import type { LookupContext, WantedName } from "./recordsNamed";
import { theOnly } from "./theOnly";
import type { Match } from "./lookupError";

/**
 * The service's id for a resource's id: the number itself, or, where somebody imports by it, the client's number and the
 * name, such as `1/web1`.
 *
 * @throws Error where the id has neither form; LookupError where nothing, or more than one record, has exactly this name
 */
export async function recordId(
  context: LookupContext,
  kind: "host" | "group",
  id: string,
  named: (context: LookupContext, wanted: WantedName) => Promise<Match[]>,
): Promise<number> {
  if (/^0*[1-9][0-9]{0,14}$/.test(id)) return Number(id);
  const [, client, name] = /^0*([1-9][0-9]{0,14})\/(.+)$/s.exec(id) ?? [];
  if (client === undefined || name === undefined) {
    throw new Error(
      `"${id}" is no id of a ${kind}: give its number, such as 12, or its client's number and its name, such as 1/web1.`,
    );
  }
  const wanted = { name, clientId: Number(client) };
  return theOnly(kind, context.api.baseUrl, wanted, await named(context, wanted)).id;
}
