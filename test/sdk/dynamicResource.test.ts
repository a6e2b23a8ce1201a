import * as pulumi from "@pulumi/pulumi";
import { getHostOutput, GroupConfig, Host } from "../../sdk";
import { Provider } from "../../sdk/plugin";

class Other extends pulumi.ProviderResource {
  constructor(name: string) {
    super("other", name);
  }
}

interface Registration {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
}

const registrations: Registration[] = [];

/** Registers what `declare` makes, as the engine would see it. */
async function register(declare: () => unknown): Promise<Registration[]> {
  registrations.length = 0;
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs }) => {
        registrations.push({ type, name, inputs: inputs as Record<string, unknown> });
        return { id: "12", state: inputs as Record<string, unknown> };
      },
      call: () => ({}),
    },
    "shop",
    "dev",
  );
  declare();
  await pulumi.runtime.disconnect();
  return registrations;
}

describe("a dynamic resource", () => {
  it("registers under the type of its class", async () => {
    const [host, group] = await register(() => {
      new Host("web", { hostId: 12 });
      new GroupConfig("shared", { groupId: 3, json: {} });
    });
    expect(host?.type).toBe("pulumi-nodejs:dynamic/hostconfig:Host");
    expect(group?.type).toBe("pulumi-nodejs:dynamic/hostconfig:GroupConfig");
  });

  it("carries the same provider of under 200 bytes whatever its type and inputs are", async () => {
    const made = await register(() => {
      new Host("web", { hostId: 12, jsonAdmin: { password: "s3cret-value" } });
      new Host("db", { name: "db", clientId: 1 });
      new GroupConfig("shared", { groupId: 3, json: {} });
    });
    const providers = new Set(made.map(({ inputs }) => inputs["__provider"]));
    expect(providers.size).toBe(1);
    expect(String([...providers][0]).length).toBeLessThan(200);
  });

  it("carries a provider that knows the installed package and nothing of this machine or program", async () => {
    const [host] = await register(() => new Host("web", { hostId: 12 }));
    expect(host?.inputs["__provider"]).toBe(
      'exports.handler=()=>require("pulumi-hostconfig/dynamic").provider',
    );
  });

  it("knows its own URN, below a component too", async () => {
    const [host] = await register(() => {
      const parent = new pulumi.ComponentResource("shop:index:Site", "site");
      new Host("web", { hostId: 12 }, { parent });
    }).then((all) => all.filter(({ name }) => name === "web"));
    expect(host?.inputs["__urn"]).toBe(
      "urn:pulumi:dev::shop::shop:index:Site$pulumi-nodejs:dynamic/hostconfig:Host::web",
    );
  });

  it("takes customTimeouts along in seconds", async () => {
    const [host] = await register(
      () =>
        new Host(
          "web",
          { hostId: 12 },
          { customTimeouts: { create: "1h30m", update: "90s", delete: "1.5m" } },
        ),
    );
    expect(host?.inputs["__timeouts"]).toEqual({ create: 5400, update: 90, delete: 90 });
  });

  it("takes a time-out of no time for none, as the engine does", async () => {
    const none = { customTimeouts: { create: "0s", update: "0m" } };
    const [host] = await register(() => new Host("web", { hostId: 12 }, none));
    expect(host?.inputs).not.toHaveProperty("__timeouts");
    const [other] = await register(
      () => new Host("web", { hostId: 12 }, { customTimeouts: { create: "0s", update: "5m" } }),
    );
    expect(other?.inputs["__timeouts"]).toEqual({ update: 300 });
  });

  it("takes the places of secrets along, and nothing where there are none", async () => {
    const made = await register(() => {
      new Host("web", {
        hostId: 12,
        json: { db: { password: pulumi.secret("x") }, list: [1, pulumi.secret(2)] },
      });
      new Host("plain", { hostId: 13, json: { a: pulumi.output(1) } });
    });
    const host = made.find(({ name }) => name === "web");
    const plain = made.find(({ name }) => name === "plain");
    expect(host?.inputs["__secrets"]).toEqual([
      ["json", "db", "password"],
      ["json", "list", 1],
    ]);
    expect(plain?.inputs).not.toHaveProperty("__secrets");
  });

  it("refuses a time-out that is no duration", () => {
    expect(() => new Host("web", { hostId: 12 }, { customTimeouts: { update: "soon" } })).toThrow(
      'Host "web": customTimeouts.update: "soon" is no duration',
    );
  });

  it("names the right key for one that is misspelt in the stack's configuration, and not its value", () => {
    pulumi.runtime.setAllConfig({ "hostconfig:tokn": "s3cret", "other:tokn": "x", "hostconfig:token": "t" });
    try {
      expect(() => new Host("web", { hostId: 12 })).toThrow("did you mean hostconfig:token?");
      expect(() => new Host("web", { hostId: 12 })).not.toThrow("s3cret");
    } finally {
      pulumi.runtime.setAllConfig({});
    }
  });

  it("refuses an import and names the way in", () => {
    expect(() => new Host("web", { hostId: 12 }, { import: "12" })).toThrow("Give hostId");
  });

  describe("with an explicit provider, which Pulumi would drop without a word", () => {
    const wayOut = /Host "web": an explicit provider.*take Host from "pulumi-hostconfig\/plugin"/;

    it("is refused", async () => {
      await register(() => {
        const provider = new Provider("second", { baseUrl: "https://other.example.com", token: "t" });
        expect(() => new Host("web", { hostId: 12 }, { provider })).toThrow(wayOut);
      });
    });

    it.each([
      ["provider", (provider: pulumi.ProviderResource) => ({ provider })],
      ["providers", (provider: pulumi.ProviderResource) => ({ providers: [provider] })],
    ])("is refused where a component hands it down as %s", async (_option, opts) => {
      await register(() => {
        const provider = new Provider("second", { baseUrl: "https://other.example.com", token: "t" });
        const site = new pulumi.ComponentResource("shop:index:Site", "site", {}, opts(provider));
        const parent = new pulumi.ComponentResource("shop:index:Part", "part", {}, { parent: site });
        expect(() => new Host("web", { hostId: 12 }, { parent })).toThrow(wayOut);
        expect(() => new Host("web", { hostId: 12 }, { parent })).toThrow("inherited from the parent");
        expect(() => getHostOutput({ hostId: 12 }, { parent })).toThrow("take no explicit provider");
      });
    });

    it("is no business of a resource whose component has a provider of another package", async () => {
      const made = await register(() => {
        const providers = [new Other("other")];
        const parent = new pulumi.ComponentResource("shop:index:Site", "site", {}, { providers });
        new Host("web", { hostId: 12 }, { parent });
      });
      expect(made.map(({ name }) => name)).toContain("web");
    });
  });

  it("refuses a group without an id", () => {
    // @ts-expect-error -- what a JavaScript program may do
    expect(() => new GroupConfig("shared", { json: {} })).toThrow("groupId is required");
  });

  it.each([
    ["json.a.__proto__", JSON.parse('{"a":{"__proto__":{"b":1}}}')],
    ["json.list[1].toString", { list: [1, { toString: "x" }] }],
  ])("refuses the key at %s, which would not reach the engine", (place, json) => {
    expect(() => new Host("web", { hostId: 12, json: json as Record<string, unknown> })).toThrow(place);
  });
});
