import { engineAddressOf } from "../../provider/plugin/startServer";

describe("the engine's address", () => {
  it.each([
    [["127.0.0.1:1"], "127.0.0.1:1"],
    [["--logtostderr", "-v=9", "127.0.0.1:1"], "127.0.0.1:1"],
    [["--tracing", "tcp://127.0.0.1:9", "127.0.0.1:1"], "127.0.0.1:1"],
    [["--tracing=tcp://127.0.0.1:9", "127.0.0.1:1"], "127.0.0.1:1"],
    [[], undefined],
  ])("is, in %j, %s", (args, address) => {
    expect(engineAddressOf(args)).toBe(address);
  });
});
