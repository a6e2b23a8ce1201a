/** Why a connection failed, in words. */
interface ConnectionFailure {
  /** The system's or TLS's code; `undefined` where there is none. */
  code: string | undefined;
  /** Whether it may pass by itself. */
  transient: boolean;
  /** What happened, and what to do about it. */
  explanation: string;
}

/** Words a connection's error for the user. `host` is the host (and port) that was called. */
export function explainConnectionFailure(error: Error, host: string): ConnectionFailure {
  const code = codeOf(error);
  const known =
    error.name === "HTTPParserError"
      ? noHttp
      : code === undefined
        ? undefined
        : (explanations[code] ?? byPrefix(code));
  if (known !== undefined) {
    return { code, transient: known.transient ?? true, explanation: known.words(host) };
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

interface Explanation {
  words: (host: string) => string;
  transient?: boolean;
}

const refused: Explanation = {
  words: (host) =>
    `${host} refused the connection (ECONNREFUSED). Check host and port in hostconfig:baseUrl, that the service runs, and the proxy variables where a proxy is used.`,
};
const noSuchName: Explanation = {
  words: (host) => `no address is known for ${host} (DNS). Check hostconfig:baseUrl and the network.`,
};
const unreachable: Explanation = {
  words: (host) => `${host} cannot be reached. Check the network, a VPN or firewall, and hostconfig:baseUrl.`,
};
const connectTimeout: Explanation = {
  words: (host) =>
    `no connection to ${host} came about in time. Check the network, a firewall, the proxy variables and hostconfig:baseUrl.`,
};
const broken: Explanation = {
  words: (host) => `${host} broke the connection before the answer was complete.`,
};
const untrusted: Explanation = {
  words: (host) =>
    `the TLS certificate of ${host} is not trusted here. Where a private authority issued it, name its file in NODE_EXTRA_CA_CERTS.`,
  transient: false,
};
const otherName: Explanation = {
  words: (host) =>
    `the TLS certificate that ${host} presents is for another name. Check the host in hostconfig:baseUrl.`,
  transient: false,
};
const notTls: Explanation = {
  words: (host) =>
    `no TLS connection to ${host} could be made. Check that hostconfig:baseUrl has the right port, and that https is spoken there.`,
  transient: false,
};
const expired: Explanation = {
  words: (host) =>
    `the TLS certificate of ${host} is not valid at this time. It has to be renewed; check the clock of this machine too.`,
  transient: false,
};
const noHttp: Explanation = {
  words: (host) => `${host} does not answer with HTTP. Check the port in hostconfig:baseUrl.`,
};

const explanations: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: refused,
  ENOTFOUND: noSuchName,
  EAI_AGAIN: noSuchName,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: connectTimeout,
  UND_ERR_CONNECT_TIMEOUT: connectTimeout,
  ECONNRESET: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: broken,
  ERR_TLS_CERT_ALTNAME_INVALID: otherName,
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: expired,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_REJECTED: untrusted,
  CERT_REVOKED: untrusted,
  CERT_CHAIN_TOO_LONG: untrusted,
  INVALID_CA: untrusted,
  INVALID_PURPOSE: untrusted,
  PATH_LENGTH_EXCEEDED: untrusted,
};

function byPrefix(code: string): Explanation | undefined {
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") return notTls;
  return code.startsWith("HPE_") ? noHttp : undefined;
}

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
