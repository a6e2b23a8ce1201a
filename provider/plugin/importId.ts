import type { HostConfigApi } from "../api/hostConfigApi";
import type { ResourceKind } from "./resourceKinds";

/**
 * The id on the service for what `pulumi import` was given: the id itself, or `client/name`, such as `1/web1`.
 *
 * @throws Error where nothing, or more than one record, has exactly this name
 */
export async function resolveImportId(
  api: HostConfigApi,
  kind: ResourceKind,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  if (/^[0-9]{1,15}$/.test(id)) return String(Number(id));
  const parts = /^([0-9]{1,15})\/(.+)$/s.exec(id);
  const [, client, name] = parts ?? [];
  if (client === undefined || name === undefined) {
    throw new Error(
      `"${id}" is no id of a ${kind.noun}: give its number, such as 12, or its client's number and its name, such as 1/web1.`,
    );
  }
  const records = await kind.search(api, Number(client), name, signal);
  const found = [...new Set(records.filter((record) => record.name === name).map((record) => record.id))];
  const [only] = found;
  if (only === undefined) {
    throw new Error(`Client ${client} has no ${kind.noun} named "${name}" at ${api.baseUrl}.`);
  }
  if (found.length > 1) {
    throw new Error(
      `Client ${client} has more than one ${kind.noun} named "${name}": give the id instead, one of ${found.join(", ")}.`,
    );
  }
  return String(only);
}
