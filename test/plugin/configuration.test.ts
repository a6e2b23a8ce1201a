import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { sessionOf } from "../../provider/plugin/configuration";
import { fromStruct, toStruct, type WireObject } from "../../provider/plugin/structs";
import { configureRequest, startPlugin, type Plugin } from "./pluginHarness";
import { checkRequest, diffRequest, readRequest } from "./requests";
import { secret, unknown } from "./wireText";

let plugin: Plugin;
const surrounding = { ...process.env };
beforeAll(async () => {
  const own = Object.entries(surrounding).filter(([name]) => !name.startsWith("HOSTCONFIG_"));
  process.env = Object.fromEntries(own);
  plugin = await startPlugin();
});
afterAll(async () => {
  process.env = surrounding;
  await plugin.close();
});

const check = async (news: WireObject, name = "default_0_1_0") => {
  const request = checkRequest(news);
  request.setName(name);
  const answer = await plugin.call("checkConfig", request);
  return {
    inputs: fromStruct(answer.getInputs()),
    failures: answer.getFailuresList().map((failure) => failure.toObject()),
  };
};

describe("checking a provider's configuration", () => {
  it("passes a good one on as it is, with the token as a secret", async () => {
    const config = { baseUrl: "https://panel.example.com", maxRetries: "3", wait: "false" };
    expect(await check({ ...config, token: "abc-123" })).toEqual({
      inputs: { ...config, token: secret("abc-123") },
      failures: [],
    });
  });

  it("names every key, variable and command that is missing, and no property whose value would be shown", async () => {
    const { failures } = await check({ maxRetries: -1 });
    expect(failures.map(({ property }) => property)).toEqual(["", "", ""]);
    expect(failures.map(({ reason }) => reason).join("\n")).toMatch(
      /hostconfig:baseUrl .*pulumi config set hostconfig:baseUrl .*HOSTCONFIG_BASE_URL[^]*hostconfig:token .*--secret[^]*hostconfig:maxRetries/,
    );
  });

  it("names the right key for one that is misspelt, and not its value", async () => {
    const { failures } = await check({ baseUrl: "https://panel.example.com", token: "abc", tokn: "s3cret" });
    expect(failures).toEqual([
      {
        property: "",
        reason:
          "hostconfig:tokn is no configuration key: did you mean hostconfig:token? `pulumi config rm hostconfig:tokn` removes the wrong one.",
      },
    ]);
  });

  it("tells of an explicit provider, which does not read the stack's configuration, where a value can come from", async () => {
    const { failures } = await check({ baseUrl: "https://panel.example.com" }, "agency");
    expect(failures).toHaveLength(1);
    expect(failures[0]?.reason).toContain("hostconfig:token is not set");
    expect(failures[0]?.reason).toContain('The provider "agency" takes it as an argument');
  });

  it("takes what is not known yet to be right", async () => {
    const config = { baseUrl: unknown, token: unknown, requestTimeout: unknown, wait: unknown };
    expect(await check(config)).toEqual({ inputs: { ...config, token: secret(unknown) }, failures: [] });
  });

  it("does not repeat a malformed token", async () => {
    const { failures } = await check({ baseUrl: "https://panel.example.com", token: "abc def" });
    expect(JSON.stringify(failures)).not.toContain("abc def");
  });
});

describe("a change of a provider's configuration", () => {
  it("replaces nothing", async () => {
    const olds = { baseUrl: "https://a.example.com", token: "one", wait: "true" };
    const news = { baseUrl: "https://b.example.com", token: unknown, maxRetries: 1 };
    const answer = await plugin.call("diffConfig", diffRequest(olds, news));
    expect(answer.getReplacesList()).toEqual([]);
    expect(answer.getChanges()).toBe(messages.DiffResponse.DiffChanges.DIFF_SOME);
    expect(answer.getDiffsList()).toEqual(["baseUrl", "token", "wait", "maxRetries"]);
  });

  it("is none where nothing changed", async () => {
    const answer = await plugin.call("diffConfig", diffRequest({ token: "a" }, { token: "a" }));
    expect(answer.getChanges()).toBe(messages.DiffResponse.DiffChanges.DIFF_NONE);
  });
});

describe("configuring", () => {
  const settingsOf = (
    args: WireObject,
    { name = "explicit", env = {} }: { name?: string; env?: Record<string, string | undefined> } = {},
  ) => {
    const request = new messages.ConfigureRequest();
    request.setArgs(toStruct({ baseUrl: "https://panel.example.com", ...args }));
    request.setName(name);
    return sessionOf(request, env).settings;
  };

  it("answers that previews and secrets are taken", async () => {
    const answer = await plugin.call("configure", configureRequest(plugin.emulator));
    expect(answer.toObject()).toMatchObject({
      acceptsecrets: true,
      supportspreview: true,
      acceptresources: false,
      acceptoutputs: false,
    });
  });

  it.each([[4], ["4"], ['"4"']])("reads a number that comes as %j", (maxRetries) => {
    expect(settingsOf({ maxRetries }).maxRetries).toBe(4);
  });

  it.each([[false], ["false"], [secret("false")]])("reads a boolean that comes as %j", (wait) => {
    expect(settingsOf({ wait }).wait).toBe(false);
  });

  it("reads what engines without arguments send", () => {
    const request = new messages.ConfigureRequest();
    request.getVariablesMap().set("hostconfig:config:baseUrl", "https://panel.example.com");
    request.getVariablesMap().set("hostconfig:config:token", "abc");
    expect(sessionOf(request, {}).settings.token()).toBe("abc");
  });

  it("gives a default provider today's token instead of the one in the state", () => {
    const env = { PULUMI_CONFIG: '{"token":"new"}' };
    expect(settingsOf({ token: "old" }, { name: "default_1_0_0", env }).token()).toBe("new");
  });

  it("gives a default provider the environment's token before the one in the state, where the stack has none today", () => {
    const env = { PULUMI_CONFIG: '{"wait":"true"}', HOSTCONFIG_TOKEN: "environment" };
    const settings = settingsOf({ token: "old" }, { name: "default_1_0_0", env });
    expect(settings.token()).toBe("environment");
    expect(settings.otherTokenInEnvironment?.()).toBe(false);
  });

  it.each([undefined, "", "null", "no JSON"])(
    "ranks the arguments of a default provider before the environment where PULUMI_CONFIG is %j",
    (config) => {
      const env = { PULUMI_CONFIG: config, HOSTCONFIG_TOKEN: "of the environment" };
      expect(settingsOf({ token: "given" }, { name: "default", env }).token()).toBe("given");
    },
  );

  it("gives a default provider the token in the state where there is no other", () => {
    const env = { PULUMI_CONFIG: "{}" };
    expect(settingsOf({ token: "old" }, { name: "default", env }).token()).toBe("old");
  });

  it("gives an explicit provider its own token", () => {
    const env = { PULUMI_CONFIG: '{"token":"of the stack"}', HOSTCONFIG_TOKEN: "of the environment" };
    expect(settingsOf({ token: "own" }, { env }).token()).toBe("own");
  });

  it.each(["default-eu", "defaults", "default_eu", "default_1_2", "my_default_1_0_0"])(
    "gives an explicit provider of the name %s its own account",
    (name) => {
      const env = { PULUMI_CONFIG: '{"baseUrl":"https://stack.example.com","token":"of the stack"}' };
      const settings = settingsOf({ baseUrl: "https://own.example.com", token: "own" }, { name, env });
      expect([settings.baseUrl, settings.token()]).toEqual(["https://own.example.com", "own"]);
    },
  );

  it.each(["default", "default_1_0_0", "default_0_1_0_alpha_1"])(
    "gives the engine's own provider %s the stack's configuration of today",
    (name) => {
      const env = { PULUMI_CONFIG: '{"baseUrl":"https://stack.example.com"}' };
      expect(settingsOf({}, { name, env }).baseUrl).toBe("https://stack.example.com");
    },
  );

  it("leaves a missing token to the operation that needs it", async () => {
    const own = await startPlugin({ configure: false });
    await own.call("configure", configureRequest(own.emulator, { token: "" }));
    const failure = await own.failure("read", readRequest("1"));
    expect(failure.details).toContain("hostconfig:token is not set");
    await own.close();
  });
});
