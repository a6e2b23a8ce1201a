import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { fromStruct, type WireObject } from "../../provider/plugin/structs";
import { startEmulator } from "../emulator";
import { figure } from "../figures/figure";
import { callingOf, configureRequest, type Call } from "../plugin/pluginHarness";
import {
  checkRequest,
  createRequest,
  deleteRequest,
  diffRequest,
  readRequest,
  updateRequest,
} from "../plugin/requests";
import type { Held } from "./processes/measuredPlugin";

const hostCount = 8;
const operations = 10_000;
const measurements = 5;
/** Check, diff, update and read. */
const operationsOfARound = 4;

/** Asks the provider's process something; it answers with one message. */
async function ask<Answer>(provider: ChildProcess, question?: string): Promise<Answer> {
  const answer = once(provider, "message");
  if (question !== undefined) provider.send(question);
  const [message] = (await answer) as [Answer];
  return message;
}

/** One host's part of a round: a changed program, as the engine would carry it out. */
async function liveOn(call: Call, hostId: number, olds: WireObject, round: number): Promise<WireObject> {
  const inputs = {
    hostId,
    json: { round, list: Array.from({ length: 50 }, (_, index) => ({ index, round })) },
  };
  const news = fromStruct((await call("check", checkRequest(inputs, inputs))).getInputs());
  await call("diff", diffRequest(olds, news));
  const reached = fromStruct((await call("update", updateRequest(olds, news))).getProperties());
  const read = await call("read", readRequest(String(hostId), { properties: reached, inputs: news }));
  return fromStruct(read.getProperties());
}

test("the provider's memory stays flat over 10,000 operations, and so do its sockets", async () => {
  const emulator = await startEmulator({
    deploySeconds: 0,
    keepRequests: 100,
    rateLimit: { requests: 10_000_000 },
  });
  const clientId = emulator.addClient();
  const program = join(__dirname, "processes", "measuredPlugin.ts");
  const provider = fork(program, {
    execArgv: ["--expose-gc", "--import", "tsx"],
    stdio: ["ignore", 2, 2, "ipc"],
  });
  const port = await ask<number>(provider);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  const call = callingOf(client);
  try {
    await call("configure", configureRequest(emulator));
    const ids = Array.from({ length: hostCount }, (_, index) =>
      emulator.addHost({ clientId, name: `web${index}` }),
    );
    let states = await Promise.all(
      ids.map(async (hostId) =>
        fromStruct((await call("create", createRequest({ hostId, json: {} }))).getProperties()),
      ),
    );
    const rounds = operations / operationsOfARound / hostCount;
    const held: Held[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      states = await Promise.all(
        ids.map((hostId, index) => liveOn(call, hostId, states[index] ?? {}, round)),
      );
      if (round % Math.floor(rounds / measurements) === 0) held.push(await ask<Held>(provider, "measure"));
    }
    await Promise.all(states.map((state) => call("delete", deleteRequest(state))));
    const heaps = held.map(({ heap }) => heap);
    const ratio = Math.max(...heaps.slice(1)) / (heaps[0] ?? 0);
    const megabytes = heaps.map((heap) => (heap / 2 ** 20).toFixed(1)).join(", ");
    figure(
      "memory of the provider",
      `${operations} operations, heap of ${megabytes} MB on the way, ratio ${ratio.toFixed(3)}`,
    );
    figure("sockets and the like of the provider", held.map(({ resources }) => resources.length).join(", "));
    expect(ratio).toBeLessThan(1.1);
    const [first] = held;
    for (const { resources } of held)
      expect(resources.length).toBeLessThanOrEqual((first?.resources.length ?? 0) + 1);
  } finally {
    client.close();
    provider.kill();
    await emulator.close();
  }
}, 1_800_000);
