/** A base address that was accepted, or what is wrong with it. */
export type BaseUrlReading = { baseUrl: string } | { problem: string };

/**
 * Checks a base address and brings it into one form: no trailing slash, no trailing `/api/v1`, a base path kept.
 *
 * A problem never repeats the address, since it may hold a password.
 */
export function readBaseUrl(text: string, allowInsecureHttp: boolean): BaseUrlReading {
  if (!URL.canParse(text)) return { problem: "is not a URL; it looks like https://panel.example.com" };
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { problem: "must begin with https://" };
  }
  if (url.username !== "" || url.password !== "") {
    return { problem: "must not hold a user name or password; the token is all that the service asks for" };
  }
  if (url.search !== "" || url.hash !== "") {
    return { problem: "must not hold a query or fragment (? or #)" };
  }
  if (url.protocol === "http:" && !allowInsecureHttp && !isLoopback(url.hostname)) {
    return {
      problem:
        "must begin with https://, since http would send the token readable for everybody on the way " +
        "(to allow that all the same: `pulumi config set hostconfig:allowInsecureHttp true`)",
    };
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  return { baseUrl: url.origin + path.replace(/\/+$/, "") };
}

/** Whether a URL's host name is this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  // The URL parser has already brought every spelling of an IPv4 address into four decimal numbers.
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
