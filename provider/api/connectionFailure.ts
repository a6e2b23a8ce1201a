/** Why a connection failed. */
interface ConnectionFailure {
  /** The system's or TLS's code; `undefined` if there is none. */
  code: string | undefined;
  /** Whether it may pass by itself. */
  transient: boolean;
  /** What happened, and what to do about it. */
  explanation: string;
}

/** Explains a connection's error to the user. `host` is the host (and port) that was called. */
export function explainConnectionFailure(error: Error, host: string): ConnectionFailure {
  const code = codeOf(error);
  const key = error.name === "HTTPParserError" ? "HPE_" : (code ?? "");
  const known = kinds.find(({ codes, prefixes = [] }) => {
    return codes?.includes(key) === true || prefixes.some((prefix) => key.startsWith(prefix));
  });
  if (known !== undefined) {
    return { code, transient: known.transient ?? true, explanation: known.explain(host) };
  }
  const proxyStatus = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
  if (proxyStatus !== undefined) {
    return {
      code,
      transient: proxyStatus.startsWith("5"),
      explanation: `the proxy answered ${proxyStatus} and made no connection to ${host}. Check the proxy variables (HTTPS_PROXY, NO_PROXY) and the credentials in them.`,
    };
  }
  return {
    code,
    transient: true,
    // A parser's or proxy's message is short, and holds nothing of the request.
    explanation: `the connection to ${host} failed (${code ?? error.message}). Check the network, a proxy or firewall in between, and hostconfig:baseUrl.`,
  };
}

/** One kind of failure, with its codes. */
interface Kind {
  codes?: readonly string[];
  prefixes?: readonly string[];
  /** Default true. */
  transient?: boolean;
  explain: (host: string) => string;
}

const kinds: readonly Kind[] = [
  {
    codes: ["ECONNREFUSED"],
    explain: (host) =>
      `${host} refused the connection (ECONNREFUSED). Check host and port in hostconfig:baseUrl, that the service runs, and the proxy variables where a proxy is used.`,
  },
  {
    codes: ["ENOTFOUND", "EAI_AGAIN"],
    explain: (host) => `no address is known for ${host} (DNS). Check hostconfig:baseUrl and the network.`,
  },
  {
    codes: ["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"],
    explain: (host) =>
      `${host} cannot be reached. Check the network, a VPN or firewall, and hostconfig:baseUrl.`,
  },
  {
    codes: ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT"],
    explain: (host) =>
      `no connection to ${host} came about in time. Check the network, a firewall, the proxy variables and hostconfig:baseUrl.`,
  },
  {
    codes: ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"],
    explain: (host) => `${host} broke the connection before the answer was complete.`,
  },
  {
    codes: ["ERR_TLS_CERT_ALTNAME_INVALID"],
    transient: false,
    explain: (host) =>
      `the TLS certificate that ${host} presents is for another name. Check the host in hostconfig:baseUrl.`,
  },
  {
    codes: ["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"],
    transient: false,
    explain: (host) =>
      `the TLS certificate of ${host} is not valid at this time. It has to be renewed; check the clock of this machine too.`,
  },
  {
    codes: [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "CERT_UNTRUSTED",
      "CERT_SIGNATURE_FAILURE",
      "CERT_REJECTED",
      "CERT_REVOKED",
      "CERT_CHAIN_TOO_LONG",
      "INVALID_CA",
      "INVALID_PURPOSE",
      "PATH_LENGTH_EXCEEDED",
    ],
    transient: false,
    explain: (host) =>
      `the TLS certificate of ${host} is not trusted here. Where a private authority issued it, name its file in NODE_EXTRA_CA_CERTS.`,
  },
  {
    codes: ["EPROTO"],
    prefixes: ["ERR_SSL_"],
    transient: false,
    explain: (host) =>
      `no TLS connection to ${host} could be made. Check that hostconfig:baseUrl has the right port, and that https is spoken there.`,
  },
  {
    prefixes: ["HPE_"],
    explain: (host) => `${host} does not answer with HTTP. Check the port in hostconfig:baseUrl.`,
  },
];

/** The code of an error, or of the first one below it that has one: several addresses fail as an AggregateError. */
function codeOf(error: unknown): string | undefined {
  let next = error;
  for (let depth = 0; depth < 5 && typeof next === "object" && next !== null; depth += 1) {
    if ("code" in next && typeof next.code === "string") return next.code;
    const several = "errors" in next && Array.isArray(next.errors) ? (next.errors as unknown[]) : [];
    next = several[0] ?? ("cause" in next ? next.cause : undefined);
  }
  return undefined;
}
