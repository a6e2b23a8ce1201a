import * as pulumi from "@pulumi/pulumi";
import { settingKeys, type SettingName } from "../../provider/api/settings";
import { functions } from "../../provider/functions/functions";
import * as plugin from "../../sdk/plugin";

const providerArgs: Record<keyof Required<plugin.ProviderArgs>, true> & Record<SettingName, true> = {
  baseUrl: true,
  token: true,
  maxConcurrentRequests: true,
  requestTimeout: true,
  maxRetries: true,
  allowInsecureHttp: true,
  wait: true,
  configSchema: true,
  onConflict: true,
};

const calls: { token: string; args: unknown }[] = [];
const registrations: { type: string; inputs: Record<string, unknown> }[] = [];

beforeEach(async () => {
  calls.length = 0;
  registrations.length = 0;
  await pulumi.runtime.setMocks({
    newResource: ({ type, inputs }) => {
      registrations.push({ type, inputs: inputs as Record<string, unknown> });
      return { id: "12", state: inputs as Record<string, unknown> };
    },
    call: ({ token, inputs }) => {
      calls.push({ token, args: inputs });
      return { called: token };
    },
  });
});

type Called = (args: object) => unknown;

describe("the plugin's functions", () => {
  const exported = plugin as unknown as Record<string, Called | undefined>;

  it.each(Object.keys(functions))("call %s by its token, in both forms", async (name) => {
    const token = `hostconfig:index:${name}`;
    expect(await exported[name]?.({ hostId: 1 })).toEqual({ called: token });
    const output = exported[`${name}Output`]?.({ hostId: pulumi.output(2) }) as pulumi.Output<unknown>;
    const value = await new Promise((resolve) => output.apply(resolve));
    expect(value).toEqual({ called: token });
    expect(calls).toEqual([
      { token, args: { hostId: 1 } },
      { token, args: { hostId: 2 } },
    ]);
  });
});

describe("the plugin's classes", () => {
  it("register under the plugin's types, what is always secret as a secret, nothing of the dynamic door", async () => {
    new plugin.Host("web", { hostId: 12, jsonAdmin: { a: 1 } });
    new plugin.GroupConfig("shared", { groupId: 3, json: {} });
    new plugin.Provider("second", { baseUrl: "https://panel.example.com", token: "t" });
    await pulumi.runtime.disconnect();
    const registered = new Map(registrations.map(({ type, inputs }) => [type, inputs]));
    expect([...registered.keys()].sort()).toEqual([
      "hostconfig:index:GroupConfig",
      "hostconfig:index:Host",
      "pulumi:providers:hostconfig",
    ]);
    expect(registered.get("hostconfig:index:Host")).toEqual({
      hostId: 12,
      jsonAdmin: expect.objectContaining({ value: { a: 1 } }) as unknown,
    });
  });

  it("take every configuration key as an argument of an explicit provider", () => {
    expect(Object.keys(providerArgs).sort()).toEqual(settingKeys.map(({ key }) => key).sort());
  });

  it("refuse a key that would not reach the engine", () => {
    const json = JSON.parse('{"a":{"__proto__":{"b":1}}}') as Record<string, unknown>;
    expect(() => new plugin.Host("web", { hostId: 12, json })).toThrow("json.a.__proto__");
  });
});
