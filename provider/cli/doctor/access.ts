import { ApiError, ForbiddenError, NotFoundError, ServerError } from "../../api/errors";
import type { Host, HostConfigApi } from "../../api/hostConfigApi";
import { ok, skipped, type Finding } from "./finding";

const check = "Access kind";

/**
 * What kind of token it is. The service does not tell, so this looks at what it answers: inactive hosts are listed for
 * others than client-access tokens only, and so are the master user's credentials, which are not kept.
 */
export async function checkAccess(
  api: HostConfigApi,
  hosts: readonly Host[],
  signal: AbortSignal,
): Promise<Finding> {
  const [first] = hosts;
  if (first === undefined) return skipped(check, "there is no host to try it on");
  try {
    const { masterUser, adminUser } = await api.getHostCredentials(first.id, { signal });
    if (masterUser !== undefined || adminUser !== undefined) return ok(check, privileged);
  } catch (error) {
    // A service that cannot read the credentials says nothing about the token.
    const telling = [ForbiddenError, NotFoundError, ServerError].some((kind) => error instanceof kind);
    if (!(error instanceof ApiError) || !telling) throw error;
  }
  if (hosts.some(({ active }) => active === false)) return ok(check, privileged);
  return ok(
    check,
    "client-access, as far as can be seen: no master user in the credentials, no inactive host in the list. Creating hosts and `jsonAdmin` need an admin-access token.",
  );
}

const privileged =
  "admin-access or cms-access. Only creating a host or writing `jsonAdmin`, which need admin-access, would tell which.";
