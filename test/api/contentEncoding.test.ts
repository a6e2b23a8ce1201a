import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { InvalidResponseError } from "../../provider/api/errors";
import { decodeBody } from "../../provider/api/http";
import { errorOf, startTestApi, type TestApi } from "./testApi";

const host = JSON.stringify({ id: 12, name: "web1", json: { greeting: "Grüß Gott" } });

describe("the content encoding of an answer", () => {
  let test: TestApi;
  beforeEach(async () => {
    test = await startTestApi();
  });
  afterEach(() => test.close());

  const answer = (body: Buffer, encoding: string, status = 200) => {
    test.server.answers((_, response) => {
      response.writeHead(status, { "content-type": "application/json", "content-encoding": encoding });
      response.end(body);
    });
  };

  it.each([
    ["gzip", gzipSync(host)],
    ["X-GZip", gzipSync(host)],
    ["br", brotliCompressSync(host)],
    ["deflate", deflateSync(host)],
    ["deflate", deflateRawSync(host)],
    ["identity", Buffer.from(host)],
    ["", Buffer.from(host)],
    ["deflate, gzip", gzipSync(deflateSync(host))],
  ])("%s is decoded, although none is asked for", async (encoding, body) => {
    answer(body, encoding);
    await expect(test.connect().getHost(12)).resolves.toMatchObject({ json: { greeting: "Grüß Gott" } });
    expect(test.server.requests[0]?.headers["accept-encoding"]).toBeUndefined();
  });

  it("the words of a refusal are decoded too", async () => {
    answer(gzipSync('{"error":"Host is currently deploying"}'), "gzip", 400);
    const error = await errorOf(test.connect().startDeploy(12, "deploy"));
    expect((error as Error).message).toContain("Host is currently deploying");
  });

  it.each(["zstd", "compress", "gzip, zstd"])("%s is named as unsupported", async (encoding) => {
    answer(Buffer.from("(\xb5/\xfd"), encoding);
    const error = await errorOf(test.connect().getHost(12));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ transient: false, mayHaveHappened: false });
    expect((error as Error).message).toMatch(/content encoding "(zstd|compress)", which is not supported/);
    expect(test.server.requests).toHaveLength(1);
  });

  it("a refusal with an unsupported encoding is the refusal that it is", async () => {
    answer(Buffer.from("(\xb5/\xfd"), "zstd", 404);
    await expect(test.connect().getHost(12)).rejects.toMatchObject({ name: "NotFoundError" });
  });

  it("a body that is not what its encoding says is named", async () => {
    answer(Buffer.from(host), "gzip");
    const error = await errorOf(test.connect({ maxRetries: 0 }).saveHost(12, { json: {} }));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ transient: true, mayHaveHappened: true });
    expect((error as Error).message).toContain('cannot be decoded as "gzip"');
  });

  it("a name that could steer a terminal is not repeated", async () => {
    answer(Buffer.from(host), "\u009b31m");
    const error = await errorOf(test.connect().getHost(12));
    expect((error as Error).message).toContain('content encoding "an unknown encoding"');
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateRawSync],
  ])("a small body of %s that becomes a large one is not decoded to its end", async (encoding, compress) => {
    answer(compress(Buffer.alloc(33 * 1024 * 1024, 32)), encoding);
    const error = await errorOf(test.connect().getHost(12));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect((error as Error).message).toContain("larger than 32 MB");
  });

  it("never fails on any bytes", async () => {
    const encoding = fc.constantFrom("gzip", "br", "deflate", "gzip, br", "zstd", ",", "gzip,gzip,gzip,gzip");
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), encoding, async (bytes, name) => {
        const answer = { body: Buffer.from(bytes), broken: undefined };
        const { body, broken } = await decodeBody(answer, name, 1000);
        if (broken !== undefined) expect(body).toHaveLength(0);
      }),
    );
  });
});
