import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  ConfigureRequest,
  type CheckResponse,
  type ConfigureResponse,
  type DiffResponse,
  type ReadResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { type WireObject, fromStruct, toStruct } from "../provider/plugin/structs";
import { checkRequest, diffRequest, readRequest } from "../test/plugin/requests";
import { secret } from "../test/plugin/wireText";
import { configurationOf } from "./contenders/contender";
import { watchProcesses } from "./measure/processWatch";
import { startService } from "./service/startService";

/** Calls under way at the same time. */
const atATime = 16;
const unlimited = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/**
 * `npm run bench:profile -- --hosts 1000 --bulk 0`: makes the calls of a preview and of a refresh to the built plugin, without
 * an engine, says what each phase took, and leaves a profile of the plugin in `bench/results`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { hosts: { type: "string", default: "1000" }, bulk: { type: "string", default: "0" } },
  });
  const results = join(__dirname, "results");
  await mkdir(results, { recursive: true });
  const service = await startService();
  const json = configurationOf(1, Number(values.bulk)) as WireObject;
  const names = Array.from({ length: Number(values.hosts) }, (_, index) => `web-${index}`);
  const ids = await service.addHosts(names.map((name) => ({ name, json })));
  const child = spawn(
    process.execPath,
    ["--cpu-prof", `--cpu-prof-dir=${results}`, join(__dirname, "../dist/plugin/pulumi-resource-hostconfig")],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const client = new ResourceProviderClient(
    `127.0.0.1:${port.toString().trim()}`,
    credentials.createInsecure(),
    unlimited,
  );
  const call = <Response>(
    send: (callback: (error: ServiceError | null, response: Response) => void) => unknown,
  ) =>
    new Promise<Response>((resolve, reject) => {
      send((error, response) => {
        if (error === null) resolve(response);
        else reject(error);
      });
    });
  const phase = async (what: string, one: (id: number) => Promise<void>) => {
    await service.clear();
    const began = performance.now();
    const stop = watchProcesses(child.pid ?? 0, () => "plugin");
    const left = [...ids];
    const worker = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await one(id);
    };
    await Promise.all(Array.from({ length: atATime }, worker));
    const seconds = (performance.now() - began) / 1000;
    const used = stop().get("plugin");
    console.log(
      `${what}: ${seconds.toFixed(2)} s, processor ${used?.cpuSeconds.toFixed(2) ?? "?"} s so far, ${used?.peakMegabytes.toFixed(0) ?? "?"} MB, requests ${JSON.stringify(await service.requests())}`,
    );
  };

  const configure = new ConfigureRequest();
  configure.setArgs(toStruct({ baseUrl: service.url, token: secret(service.token) }));
  configure.setName("explicit");
  await call<ConfigureResponse>((done) => client.configure(configure, done));
  const known = new Map<number, { properties: WireObject; inputs: WireObject }>();
  const stateOf = (id: number) => known.get(id) ?? { properties: {}, inputs: {} };
  await phase("import", async (id) => {
    const answer = await call<ReadResponse>((done) => client.read(readRequest(String(id)), done));
    known.set(id, {
      properties: fromStruct(answer.getProperties()),
      inputs: fromStruct(answer.getInputs()),
    });
  });
  await phase("check", async (id) => {
    const { inputs } = stateOf(id);
    await call<CheckResponse>((done) => client.check(checkRequest(inputs, inputs), done));
  });
  await phase("diff", async (id) => {
    const { properties, inputs } = stateOf(id);
    const request = diffRequest(properties, inputs, { id: String(id) });
    await call<DiffResponse>((done) => client.diff(request, done));
  });
  await phase("refresh", async (id) => {
    const request = readRequest(String(id), stateOf(id));
    await call<ReadResponse>((done) => client.read(request, done));
  });
  client.close();
  const ended = once(child, "exit");
  child.kill("SIGINT");
  await ended;
  await service.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
