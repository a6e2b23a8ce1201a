import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { startEmulator, type Emulator } from "../emulator";
import { packedPlugin } from "../engine/yamlProject";
import { partialFailure } from "./life";
import { configureRequest, type CallError } from "./pluginHarness";
import { startRecordingEngine, type RecordingEngine } from "./recordingEngine";
import { createRequest, readRequest } from "./requests";
import { Empty } from "../../provider/plugin/structs";

let emulator: Emulator;
let engine: RecordingEngine;
let provider: ChildProcess;
let client: ResourceProviderClient;
let port: string;
let complaints: string;

beforeEach(async () => {
  emulator = await startEmulator();
  emulator.addHost({ clientId: emulator.addClient(), name: "web1" });
  engine = await startRecordingEngine();
  const plugin = join(await packedPlugin(), "pulumi-resource-hostconfig");
  provider = spawn(process.execPath, [plugin, "--logtostderr", "-v=9", engine.address]);
  if (provider.stdout === null) throw new Error("The provider has no output.");
  complaints = "";
  provider.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  [port] = (await once(createInterface(provider.stdout), "line")) as [string];
  client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
}, 30_000);

afterEach(async () => {
  provider.kill("SIGKILL");
  client.close();
  engine.close();
  await emulator.close();
});

const ended = () => once(provider, "exit") as Promise<[number | null, string | null]>;

/** Starts a create whose deployment takes longer than the test. */
async function startLongCreate(): Promise<{ outcome: Promise<CallError | null> }> {
  emulator.scriptDeployment(1, { seconds: 1000, end: "published" });
  await new Promise((resolve) => client.configure(configureRequest(emulator), resolve));
  const started = emulator.nextRequest({ method: "POST", path: "/api/v1/hosts/1/deploy", moment: "ended" });
  const outcome = new Promise<CallError | null>((resolve) => {
    client.create(createRequest({ hostId: 1, json: { a: 1 } }), resolve);
  });
  await started;
  return { outcome };
}

describe("the provider's process", () => {
  it("tells its port in the first line, and ends when the engine interrupts it", async () => {
    expect(port).toMatch(/^[0-9]+$/);
    const end = ended();
    provider.kill("SIGINT");
    expect(await end).toEqual([0, null]);
  });

  it("sets no flag that this version of Node.js does not know", async () => {
    // Until then a complaint may still be under way.
    const closed = once(provider, "close");
    provider.kill("SIGINT");
    await closed;
    expect(complaints).not.toMatch(/flag/i);
  });

  it("is not ended by Ctrl-C before the engine knows what a running operation has reached", async () => {
    const { outcome } = await startLongCreate();
    const end = ended();
    provider.kill("SIGINT");
    await new Promise((resolve) => client.getPluginInfo(new Empty(), resolve));
    client.cancel(new Empty(), () => undefined);
    const error = await outcome;
    expect(error && partialFailure(error).outputs).toMatchObject({ json: { a: 1 } });
    expect(await end).toEqual([0, null]);
  });

  it("does not take the operations that an engine runs at a time for a leak", async () => {
    await new Promise((resolve) => client.configure(configureRequest(emulator), resolve));
    const reads = Array.from(
      { length: 50 },
      () => new Promise((resolve) => client.read(readRequest("1"), resolve)),
    );
    expect(await Promise.all(reads)).toEqual(reads.map(() => null));
    const end = ended();
    provider.kill("SIGINT");
    await end;
    expect(complaints).toBe("");
  });

  it("ends when the engine is gone, also in the middle of a deployment", async () => {
    const { outcome } = await startLongCreate();
    const end = ended();
    engine.close();
    expect(await outcome).not.toBeNull();
    expect(await end).toEqual([0, null]);
    expect(emulator.host(1).status).toBe("deploy");
  });
});
