import type { Host } from "../../api/hostConfigApi";
import type { LifecycleContext } from "../lifecycleContext";

/** The hosts of exactly this name and client. `GET /api/v1/hosts?search=` finds partial matches, every page. */
export async function findHosts(context: LifecycleContext, name: string, clientId: number): Promise<Host[]> {
  const hosts = await context.api.listHosts({ search: name }, { signal: context.signal });
  return hosts.filter((host) => host.name === name && host.clientId === clientId);
}
