import { generate } from "selfsigned";

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A private authority, for a day. Two authorities of one name are taken for each other. */
export async function makeAuthority(name = "Private authority"): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    ...anyKind,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert, key };
}

/** A server's certificate for one name, issued by the authority. */
export async function issue(authority: Certificate, name: string): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    ...anyKind,
    ca: authority,
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: name }] },
    ],
  });
  return { cert, key };
}

const day = 24 * 60 * 60 * 1000;
const anyKind = {
  keyType: "ec",
  algorithm: "sha256",
  // The clock of another machine may be a little behind.
  notBeforeDate: new Date(Date.now() - day),
  notAfterDate: new Date(Date.now() + day),
} as const;
