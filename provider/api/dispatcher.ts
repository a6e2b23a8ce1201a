import { Agent, EnvHttpProxyAgent, type Dispatcher } from "undici";
import { isLoopback } from "./baseUrl";
import { SettingsError } from "./errors";

/**
 * Makes the pool of connections to the service. The proxy variables (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`) hold, but
 * for a loopback address: a proxy elsewhere could not reach it, and would be handed the token unencrypted.
 *
 * @param connectTimeout milliseconds
 * @throws SettingsError where a proxy variable does not hold a proxy's URL
 */
export function makeDispatcher(baseUrl: string, connections: number, connectTimeout: number): Dispatcher {
  // Without the second one, NODE_TLS_REJECT_UNAUTHORIZED=0 would hand the token to whoever answers.
  const connect = { timeout: connectTimeout, rejectUnauthorized: true };
  if (isLoopback(new URL(baseUrl).hostname)) return new Agent({ connections, connect });
  try {
    // To the service itself, to a proxy, and through a proxy to the service.
    return new EnvHttpProxyAgent({ connections, connect, proxyTls: connect, requestTls: connect });
  } catch {
    // The error is left out, since it repeats the variable's value, and with it the proxy's password.
    throw new SettingsError([
      "HTTPS_PROXY or HTTP_PROXY does not hold a proxy's URL: set it to one such as http://proxy.example.com:3128, or unset it.",
    ]);
  }
}
