import { status } from "@grpc/grpc-js";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { packageVersion } from "../../provider/api/version";
import { readSchema } from "../../provider/plugin/providerService";
import { Empty } from "../../provider/plugin/structs";
import { startPlugin, type Plugin } from "./pluginHarness";
import { createRequest, deleteRequest } from "./requests";
import { startRecordingEngine } from "./recordingEngine";

let plugin: Plugin;
beforeAll(async () => {
  plugin = await startPlugin({ configure: false });
});
afterAll(() => plugin.close());

describe("a provider that just started", () => {
  it("takes secrets, and neither resources nor outputs as values", async () => {
    const answer = await plugin.call("handshake", new messages.ProviderHandshakeRequest());
    expect(answer.toObject()).toEqual({
      acceptSecrets: true,
      acceptResources: false,
      acceptOutputs: false,
      supportsAutonamingConfiguration: false,
    });
  });

  it("tells the package's version", async () => {
    const answer = await plugin.call("getPluginInfo", new Empty());
    expect(answer.getVersion()).toBe(packageVersion);
  });

  it("says what is wrong where an operation comes before the configuration", async () => {
    const failure = await plugin.failure("create", createRequest({ hostId: 1 }));
    expect(failure.details).toBe("The provider has not been configured.");
  });

  it.each([
    ["construct", new messages.ConstructRequest(), "no component resources"],
    ["call", new messages.CallRequest(), "have no methods"],
    ["parameterize", new messages.ParameterizeRequest(), "cannot be parameterized"],
    ["getMapping", new messages.GetMappingRequest(), "converts from no other"],
    ["getMappings", new messages.GetMappingsRequest(), "converts from no other"],
  ] as const)("says that it does not know %s", async (method, request, reason) => {
    const failure = await plugin.failure(method, request);
    expect(failure).toMatchObject({
      code: status.UNIMPLEMENTED,
      details: expect.stringContaining(reason) as string,
    });
  });

  it("has no schema of another form", async () => {
    const request = new messages.GetSchemaRequest();
    request.setVersion(1);
    const failure = await plugin.failure("getSchema", request);
    expect(failure.code).toBe(status.INVALID_ARGUMENT);
  });

  it("says so where its schema was not built", () => {
    expect(() => readSchema("/nowhere/schema.json")).toThrow("build or install it again");
  });
});

describe("an engine that attaches", () => {
  it("gets the messages from then on", async () => {
    const own = await startPlugin();
    const other = await startRecordingEngine();
    const attach = new PluginAttach();
    attach.setAddress(other.address);
    await own.call("attach", attach);
    const host = { hostId: 1, name: "web", fingerprint: "f", __state: stateOfHost };
    await own.call("delete", deleteRequest(host));
    expect(own.engine.said).toEqual([]);
    expect(other.said.map(({ text }) => text)).toEqual([expect.stringContaining("stays on the platform")]);
    other.close();
    await own.close();
  });
});

const stateOfHost = {
  version: 1,
  key: "k",
  given: { hostId: 1 },
  origin: "adopted",
  observed: true,
  deployment: {},
};
