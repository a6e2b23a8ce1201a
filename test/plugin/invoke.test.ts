import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { type WireObject, fromStruct, toStruct } from "../../provider/plugin/structs";
import { startPlugin, type Plugin } from "./pluginHarness";
import { secret } from "./wireText";

describe("a function", () => {
  let plugin: Plugin;

  beforeAll(async () => {
    plugin = await startPlugin();
    const clientId = plugin.emulator.addClient();
    plugin.emulator.addHost({ clientId, name: "web1", json: { password: "s3cret-value" } });
  });

  afterAll(() => plugin.close());

  function request(name: string, args: WireObject): messages.InvokeRequest {
    const invoke = new messages.InvokeRequest();
    invoke.setTok(`hostconfig:index:${name}`);
    invoke.setArgs(toStruct(args));
    return invoke;
  }

  it("answers what the service holds", async () => {
    const answer = await plugin.call("invoke", request("getDeployStatus", { hostId: 1 }));
    expect(fromStruct(answer.getReturn())).toEqual({ hostId: 1, isDeploying: false });
  });

  it("marks a configuration as a secret", async () => {
    const answer = await plugin.call("invoke", request("getHost", { name: "web1" }));
    expect(fromStruct(answer.getReturn())).toMatchObject({ json: secret({ password: "s3cret-value" }) });
  });

  it("marks every member of credentials as a secret", async () => {
    const answer = await plugin.call("invoke", request("getHostCredentials", { hostId: 1 }));
    const members = Object.entries(fromStruct(answer.getReturn())).filter(([name]) => name !== "hostId");
    expect(members.length).toBeGreaterThan(3);
    expect(
      members.filter(([, value]) => !JSON.stringify(value).startsWith('{"4dabf18193072939515e22adb298388d"')),
    ).toEqual([]);
  });

  it("names the argument that cannot be used, and asks the service nothing", async () => {
    plugin.emulator.clearRequests();
    const answer = await plugin.call("invoke", request("getDeployStatus", { hostId: "web" }));
    expect(answer.getFailuresList().map((failure) => failure.getProperty())).toEqual(["hostId"]);
    expect(plugin.emulator.requests).toEqual([]);
  });

  it("marks what repeats a secret argument, and shows none in an error", async () => {
    const found = await plugin.call("invoke", request("getHost", { name: secret("web1") }));
    expect(fromStruct(found.getReturn())).toMatchObject({ name: secret("web1"), hostId: 1 });
    const failure = await plugin.failure("invoke", request("getHost", { name: secret("hidden-name") }));
    expect(failure.details).toContain('no host of exactly the name "[secret]"');
  });

  it("that is not there is named", async () => {
    const failure = await plugin.failure("invoke", request("getWeather", {}));
    expect(failure.details).toContain("no function hostconfig:index:getWeather");
  });
});
