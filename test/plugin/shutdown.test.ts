import { once } from "node:events";
import http2 from "node:http2";
import { startServer, type RunningServer } from "../../provider/plugin/startServer";

/** Far beyond the time limit of a test: a server that has to be forced hangs. */
const never = 100_000;

/** A server with one connection, seen from both of its ends. */
async function connected(): Promise<{
  server: RunningServer;
  engineSide: http2.ClientHttp2Session;
  providerSide: http2.ServerHttp2Session;
}> {
  const created = jest.spyOn(http2, "createServer");
  const server = await startServer(undefined);
  const made = created.mock.results[0]?.value as http2.Http2Server;
  created.mockRestore();
  const accepted = once(made, "session") as Promise<[http2.ServerHttp2Session]>;
  const engineSide = http2.connect(`http://127.0.0.1:${server.port}`);
  engineSide.on("error", () => undefined);
  await once(engineSide, "remoteSettings");
  const [providerSide] = await accepted;
  return { server, engineSide, providerSide };
}

describe("a provider's server", () => {
  it("ends the connection of an engine that keeps it open, once nothing is under way", async () => {
    const { server, engineSide } = await connected();
    const closed = once(engineSide, "close");
    await server.close(never);
    await closed;
  });

  // An engine closes its connection and then interrupts the provider, which hears of both at the same time.
  it("ends by itself where the connection broke just now", async () => {
    const { server, providerSide } = await connected();
    providerSide.destroy(new Error("The engine sent no whole frame."));
    expect(providerSide).toMatchObject({ destroyed: true, closed: false });
    await server.close(never);
  });

  it("forces the end of a call that does not end", async () => {
    const { server, engineSide } = await connected();
    const call = engineSide.request({
      ":method": "POST",
      ":path": "/pulumirpc.ResourceProvider/GetPluginInfo",
    });
    const ended = once(call, "close");
    call.on("error", () => undefined).write(Buffer.alloc(1));
    await new Promise((resolve) => engineSide.ping(resolve));
    await server.close(1);
    await ended;
    expect(call.destroyed).toBe(true);
  });
});
