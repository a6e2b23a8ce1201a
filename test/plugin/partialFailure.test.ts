import { status } from "@grpc/grpc-js";
import { created, partialFailure, updated } from "./life";
import { hostUrn, startPlugin, type Plugin } from "./pluginHarness";
import { createRequest, updateRequest } from "./requests";
import { secret } from "./wireText";
import { Empty } from "../../provider/plugin/structs";

let plugin: Plugin;
beforeEach(async () => {
  plugin = await startPlugin();
  plugin.emulator.addHost({ clientId: plugin.emulator.addClient(), name: "web1", json: { before: true } });
});
afterEach(() => plugin.close());

const inputs = { hostId: 1, json: { a: secret("a-secret") } };

describe("an operation that ended half-way", () => {
  it("tells the engine what it reached", async () => {
    plugin.emulator.scriptDeployment(1, { seconds: 10, end: "error", output: ["broken"] });
    const error = await plugin.failure("create", createRequest(inputs));
    expect(error.code).toBe(status.UNKNOWN);
    expect(partialFailure(error)).toMatchObject({
      id: "1",
      inputs,
      outputs: { json: inputs.json, savedJson: secret({ a: "a-secret" }), deployment: { status: "error" } },
      reasons: [expect.stringMatching(/ended in "error".*broken/s)],
    });
  });

  it("is carried on by the next update", async () => {
    plugin.emulator.scriptDeployment(1, { seconds: 10, end: "error" });
    const half = partialFailure(await plugin.failure("create", createRequest(inputs)));
    plugin.emulator.clearRequests();
    const outputs = await updated(plugin, half.outputs, inputs);
    expect(outputs.deployment).toMatchObject({ status: "published" });
    expect(plugin.emulator.writes().map(({ path }) => path)).toEqual(["/api/v1/hosts/1/deploy"]);
  });

  it("does not put back what the program ignores", async () => {
    const { outputs } = await created(plugin, { hostId: 1, json: { a: 1, b: 1 } });
    plugin.emulator.scriptDeployment(1, { seconds: 10, end: "error" });
    const request = updateRequest(outputs, { hostId: 1, json: { a: 2, b: 2 } });
    const half = partialFailure(await plugin.failure("update", request));
    // The engine puts the inputs from before the failed update there.
    const news = { hostId: 1, json: { a: 3, b: 1 } };
    await plugin.call("update", updateRequest(half.outputs, news, { ignoreChanges: ["json.b"] }));
    expect(plugin.emulator.host(1).savedJson).toEqual({ a: 3, b: 2 });
  });

  it("is finished although the program ignores changes of what was about to be saved", async () => {
    const { faults } = plugin.emulator;
    const path = "/api/v1/hosts/{id}";
    const lost = [
      faults.add({ match: { method: "POST", path }, fault: { kind: "resetBefore" }, at: "every" }),
      faults.add({
        match: { method: "GET", path },
        fault: { kind: "status", status: 500 },
        at: "second",
        times: 9,
      }),
    ];
    const half = partialFailure(await plugin.failure("create", createRequest({ hostId: 1, json: { a: 1 } })));
    for (const fault of lost) fault.remove();
    expect(half.outputs).not.toHaveProperty("json");
    await plugin.call("update", updateRequest(half.outputs, half.inputs, { ignoreChanges: ["json"] }));
    expect(plugin.emulator.host(1)).toMatchObject({ savedJson: { a: 1 }, deployedJson: { a: 1 } });
  });

  it("reaches the engine with a configuration of some size", async () => {
    plugin.emulator.scriptDeployment(1, { seconds: 10, end: "error" });
    const json = { text: "x".repeat(12_000) };
    const error = await plugin.failure("create", createRequest({ hostId: 1, json }));
    expect(partialFailure(error).outputs).toMatchObject({ json });
  });

  it("is cut short by customTimeouts", async () => {
    plugin.emulator.scriptDeployment(1, { seconds: 100, end: "published" });
    const error = await plugin.failure("create", createRequest(inputs, { timeout: 30 }));
    expect(partialFailure(error).reasons).toEqual([expect.stringContaining("not ended after 30s")]);
  });
});

describe("an operation that failed before it changed anything", () => {
  it("leaves no doubt about the resource's state", async () => {
    const error = await plugin.failure("create", createRequest({ hostId: 99, json: {} }));
    expect(error.code).toBe(status.FAILED_PRECONDITION);
    expect(error.metadata.get("grpc-status-details-bin")).toEqual([]);
    expect(error.details).toContain("host 99");
  });
});

describe("cancelling", () => {
  it("ends the wait at once, records what was reached, and leaves the deployment running", async () => {
    plugin.emulator.scriptDeployment(1, { seconds: 100_000, end: "published" });
    const failure = plugin.failure("create", createRequest(inputs));
    await plugin.emulator.nextRequest({ method: "POST", path: "/api/v1/hosts/1/deploy" });
    await plugin.call("cancel", new Empty());
    const half = partialFailure(await failure);
    expect(half.reasons).toEqual([expect.stringContaining("interrupted")]);
    expect(half.outputs).toMatchObject({
      savedJson: secret({ a: "a-secret" }),
      deployment: { status: "deploy" },
    });

    plugin.emulator.finishDeployment(1);
    const other = await plugin.failure("create", createRequest(inputs));
    expect(other.details).toBe("The operation was cancelled.");
  });

  it("comes also from a caller that is gone", async () => {
    plugin.emulator.scriptDeployment(1, { seconds: 100_000, end: "published" });
    const call = plugin.client.create(createRequest(inputs), () => undefined);
    await plugin.emulator.nextRequest({ method: "POST", path: "/api/v1/hosts/1/deploy" });
    call.cancel();
    await plugin.server.running.idle();
    expect(plugin.emulator.host(1).status).toBe("deploy");
  });
});

describe("progress", () => {
  it("comes in order on the resource's own line, all of it before the answer", async () => {
    plugin.emulator.scriptDeployment(1, { seconds: 10, end: "published", output: ["one", "two"] });
    await created(plugin, inputs);
    const said = plugin.engine.said.filter(({ text }) => !text.includes("adopting the configuration"));
    expect(said.every(({ urn, ephemeral }) => urn === hostUrn && ephemeral)).toBe(true);
    expect(said[0]?.text).toBe("deploy: starting");
    expect(said.at(-1)?.text).toMatch(/^deploy: published/);
    const lines = said.map(({ text }) => text).filter((text) => /: (one|two)$/.test(text));
    expect(lines.map((line) => line.slice(-3))).toEqual(["one", "two"]);
  });

  it("goes to no line where the URN is malformed, which would make the CLI panic", async () => {
    const request = createRequest(inputs);
    request.setUrn("not a urn");
    await plugin.call("create", request);
    expect(new Set(plugin.engine.said.map(({ urn }) => urn))).toEqual(new Set([""]));
  });
});
