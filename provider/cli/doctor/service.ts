import type { OpenHostConfigApi } from "../../api/createHostConfigApi";
import {
  ApiError,
  ConnectionError,
  ForbiddenError,
  InvalidResponseError,
  NotFoundError,
  RequestTimeoutError,
  UnauthorizedError,
  ServerError,
} from "../../api/errors";
import type { Host, HostConfigApi } from "../../api/hostConfigApi";
import { counted, plainText } from "../output";
import { checkDescription } from "./description";
import { ok, problem, skipped, warning, type Finding } from "./finding";

/** Everything that takes a request. What cannot be reached makes the rest skipped. */
export async function checkService(api: OpenHostConfigApi, signal: AbortSignal): Promise<Finding[]> {
  try {
    const described = await checkDescribed(api, signal);
    const hosts = await api.listHosts({}, { signal });
    const clients = new Set(hosts.map(({ clientId }) => clientId));
    const seen = `${counted(hosts.length, "host")} of ${counted(clients.size, "client")}`;
    const access = await checkAccess(api, hosts, signal);
    return [
      addressAnswers(api),
      ok("Token", `accepted; it sees ${seen}.`),
      access,
      checkRateLimit(api, hosts.length),
      ...described,
    ];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return failure(api, error);
  }
}

/** The description needs no token, so what is wrong with it says nothing about the rest. */
async function checkDescribed(api: OpenHostConfigApi, signal: AbortSignal): Promise<Finding[]> {
  try {
    return checkDescription(await api.getApiDescription({ signal }));
  } catch (error) {
    if (!(error instanceof ApiError) || unreachable(error)) throw error;
    return [
      warning(
        "API description",
        `the service's own description cannot be read: ${plainText(error.message)}`,
        "Without it, doctor cannot tell whether the service has changed; everything else works.",
      ),
    ];
  }
}

function failure(api: OpenHostConfigApi, error: ApiError): Finding[] {
  const message = plainText(error.message);
  if (error instanceof UnauthorizedError) {
    const token = problem(
      "Token",
      "the service did not accept the token: it may be mistyped, revoked or past its date of expiry.",
      "Make a new one in the platform's profile settings.",
      "Set it with `pulumi config set --secret hostconfig:token`, or in the environment variable HOSTCONFIG_TOKEN.",
    );
    return [addressAnswers(api), token];
  }
  if (error instanceof ForbiddenError) {
    const step =
      "Some services answer like this for an expired token too: make a new one in the platform's profile settings.";
    return [addressAnswers(api), problem("Token", message, step)];
  }
  const steps = unreachable(error)
    ? ["Check hostconfig:baseUrl (HOSTCONFIG_BASE_URL), the network, and the proxy variables."]
    : error instanceof NotFoundError || error instanceof InvalidResponseError
      ? ["Check hostconfig:baseUrl (HOSTCONFIG_BASE_URL): it is the address without /api/v1."]
      : ["Try again later; if it stays, tell the platform's support."];
  return [problem("Address", message, ...steps), skipped("Token", "the service could not be asked")];
}

function unreachable(error: ApiError): boolean {
  return error instanceof ConnectionError || error instanceof RequestTimeoutError;
}

function addressAnswers({ baseUrl }: HostConfigApi): Finding {
  const isEncrypted = baseUrl.startsWith("https:");
  const how = isEncrypted ? "and its certificate is trusted" : "without encryption";
  return ok("Address", `${baseUrl} answers, ${how}.`);
}

function checkRateLimit({ rateLimit }: OpenHostConfigApi, hostCount: number): Finding {
  const check = "Rate limit";
  if (rateLimit === undefined) {
    const message = "the answers name none; requests are slowed down only once the service refuses one.";
    return warning(check, message);
  }
  const { limit, remaining } = rateLimit;
  const message = `${limit} requests a minute, ${remaining} left.`;
  // A refresh reads a host and its deploy status.
  if (2 * hostCount > limit) {
    return warning(check, `${message} A refresh of ${hostCount} hosts takes more than one minute's worth.`);
  }
  return remaining * 5 < limit
    ? warning(check, message, "Something else uses the same account; runs wait where the limit is reached.")
    : ok(check, message);
}

const check = "Access kind";

/**
 * What kind of token it is. The service does not say, so this goes by what it answers: inactive hosts are listed for
 * others than client-access tokens only, and so are the master user's credentials, which are not kept.
 */
async function checkAccess(
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
    const isUnreadable = [ForbiddenError, NotFoundError, ServerError].some((kind) => error instanceof kind);
    if (!isUnreadable) throw error;
  }
  if (hosts.some(({ active }) => active === false)) return ok(check, privileged);
  return ok(
    check,
    "client-access, as far as can be seen: no master user in the credentials, no inactive host in the list. Creating hosts and `jsonAdmin` need an admin-access token.",
  );
}

const privileged =
  "admin-access or cms-access. Only creating a host or writing `jsonAdmin`, which need admin-access, would tell which.";
