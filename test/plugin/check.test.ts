import { fromStruct, type WireObject } from "../../provider/plugin/structs";
import { groupType, startPlugin, type Plugin } from "./pluginHarness";
import { checkRequest } from "./requests";
import { secret, unknown } from "./wireText";

let plugin: Plugin;
beforeAll(async () => {
  plugin = await startPlugin();
});
afterAll(() => plugin.close());

const check = async (news: WireObject, olds: WireObject = {}, type?: string) => {
  const answer = await plugin.call("check", checkRequest(news, olds, type === undefined ? {} : { type }));
  return {
    inputs: fromStruct(answer.getInputs()),
    failures: answer.getFailuresList().map((failure) => failure.toObject()),
  };
};

describe("checking inputs", () => {
  it("keeps secrets and unknown values in their places", async () => {
    const news = { hostId: 1, json: { a: secret("x"), b: [unknown, secret(unknown)], c: { d: unknown } } };
    expect(await check(news)).toEqual({ inputs: news, failures: [] });
  });

  it("makes the admin-level configuration a secret although the program did not", async () => {
    const { inputs } = await check({
      name: "web",
      clientId: 1,
      jsonAdmin: { a: secret("x") },
      yamlAdmin: "a: b",
    });
    expect(inputs).toEqual({
      name: "web",
      clientId: 1,
      jsonAdmin: secret({ a: "x" }),
      yamlAdmin: secret("a: b"),
    });
  });

  it("names the path in the reason alone where the CLI would print a configuration", async () => {
    const { failures } = await check({ hostId: 1, json: secret(5), deploy: { type: "sideways" } });
    expect(failures).toEqual([
      { property: "", reason: expect.stringMatching(/^json: /) as string },
      { property: "", reason: expect.stringMatching(/^deploy\.type: /) as string },
    ]);
  });

  it("names a property whose value may be shown", async () => {
    const { failures } = await check({ hostId: "web1" });
    expect(failures).toEqual([{ property: "hostId", reason: "hostId: expected an id, a whole number" }]);
  });

  it("does not name it where the program says that it is secret", async () => {
    const { failures } = await check({ hostId: secret("web1") });
    expect(failures.map(({ property }) => property)).toEqual([""]);
  });

  it("reads old inputs that the dynamic door has left", async () => {
    const olds = { name: "web", clientId: 1, yaml: "a: 1", __provider: "x", __urn: "y" };
    const { failures } = await check({ name: "web", clientId: 1, yaml: "a: 2" }, olds);
    expect(failures).toEqual([
      { property: "", reason: expect.stringContaining("yaml counts only") as string },
    ]);
  });

  it("checks groups too", async () => {
    const { failures } = await check({ json: {} }, {}, groupType);
    expect(failures).toEqual([{ property: "", reason: "groupId is required" }]);
  });

  it("refuses a type that is not there", async () => {
    const request = checkRequest({}, {}, { type: "hostconfig:index:Cluster" });
    const failure = await plugin.failure("check", request);
    expect(failure.details).toContain("no resource type hostconfig:index:Cluster");
  });
});
