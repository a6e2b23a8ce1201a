import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmulator } from "../emulator";
import { withManagedHost } from "../lifecycle/host/hostBench";

const run = promisify(execFile);
const hosts = 8;

describe("a client that was closed", () => {
  it("leaves no socket and no timer behind, and its process ends by itself", async () => {
    const emulator = await startEmulator({ deploySeconds: 0.1 });
    const clientId = emulator.addClient();
    for (let host = 0; host < hosts; host += 1) emulator.addHost({ clientId, name: `web${host}` });
    emulator.scriptDeployment(1, { seconds: 1000 });
    try {
      const program = join(__dirname, "processes", "useAndClose.ts");
      const args = ["--import", "tsx", program, emulator.url, emulator.tokens.admin, String(hosts)];
      const { stdout } = await run(process.execPath, args);
      expect(JSON.parse(stdout)).toEqual({ interrupted: true, cut: "ClientClosedError", left: [] });
    } finally {
      await emulator.close();
    }
  }, 60_000);
});

describe("an operation that has ended", () => {
  it("listens to its signal no more", () =>
    withManagedHost({}, { json: { a: 0 } }, async ({ host, emulator }, program) => {
      const { signal } = new AbortController();
      for (let a = 1; a <= 20; a += 1) {
        await host.up({ ...program, json: { a } }, { signal });
        await host.refresh({ signal });
      }
      emulator.scriptDeployment(program.hostId, { end: "error" });
      await expect(host.up({ ...program, json: { a: "fails" } }, { signal })).rejects.toThrow("error");
      await host.destroy({ signal });
      expect(getEventListeners(signal, "abort")).toEqual([]);
    }));
});
