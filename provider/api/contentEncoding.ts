import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

/** A body without its content encodings, or why there is none. */
export type Decoded =
  | { body: Buffer }
  | { failure: "too large" }
  /** The name of an encoding, as far as it is safe to show. */
  | { failure: "unknown" | "malformed"; encoding: string };

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gzip: Decode = promisify(gunzip);
const zlibFormat: Decode = promisify(inflate);
const bareFormat: Decode = promisify(inflateRaw);
const brotli: Decode = promisify(brotliDecompress);

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["br", brotli],
  // Servers send either form: with the header of the zlib format, whose first byte tells, or without it.
  ["deflate", (body, options) => ((body[0] ?? 0) % 16 === 8 ? zlibFormat : bareFormat)(body, options)],
]);

/** Nobody encodes a body more often. */
const mostEncodings = 3;

/**
 * Decodes a body. No encoding is asked for, but services and proxies may use one all the same.
 *
 * @param header the value of `content-encoding`
 * @param largest bytes; a body that becomes larger is not decoded further
 */
export async function decodeBody(body: Buffer, header: string, largest: number): Promise<Decoded> {
  const encodings = header
    .toLowerCase()
    .split(",")
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== "" && encoding !== "identity");
  if (body.length === 0 || encodings.length === 0) return { body };
  if (encodings.length > mostEncodings) return { failure: "unknown", encoding: "several encodings" };
  let decoded = body;
  // What was applied last is taken away first.
  for (const encoding of encodings.reverse()) {
    const decode = decoders.get(encoding);
    if (decode === undefined) return { failure: "unknown", encoding: shown(encoding) };
    try {
      decoded = await decode(decoded, { maxOutputLength: largest });
    } catch (error) {
      return isTooLarge(error) ? { failure: "too large" } : { failure: "malformed", encoding };
    }
  }
  return { body: decoded };
}

function shown(encoding: string): string {
  return /^[a-z0-9._-]{1,40}$/.test(encoding) ? encoding : "an unknown encoding";
}

function isTooLarge(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
  );
}
