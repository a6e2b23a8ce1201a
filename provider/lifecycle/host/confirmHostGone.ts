import { confirmGone } from "../confirmGone";
import type { LifecycleContext } from "../lifecycleContext";
import { hostLabel } from "./applyHost";

/** Makes sure that a host of which the service says 404 is gone. `GET /api/v1/hosts?search=`, every page. */
export async function confirmHostGone(
  context: LifecycleContext,
  host: { hostId: number; name: string },
): Promise<void> {
  const { api, signal } = context;
  await confirmGone(context, { id: host.hostId, label: hostLabel(host) }, () =>
    api.listHosts({ search: host.name }, { signal }),
  );
}
