import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import {
  getDeployStatusOutput,
  getGroupOutput,
  getHost,
  getHostCredentialsOutput,
  getHostOutput,
  getHosts,
  getHostsOutput,
} from "../../sdk/functions";
import { startEmulator, type Emulator } from "../emulator";

/** What an output is in the end. */
interface Seen {
  value: unknown;
  isKnown: boolean;
  isSecret: boolean;
}

async function seen(output: pulumi.Output<unknown>): Promise<Seen> {
  const inner = output as unknown as {
    promise(): Promise<unknown>;
    isKnown: Promise<boolean>;
    isSecret: Promise<boolean>;
  };
  return { value: await inner.promise(), isKnown: await inner.isKnown, isSecret: await inner.isSecret };
}

/** A resource that a preview would create: its id is not known yet. */
class NewResource extends pulumi.CustomResource {
  constructor() {
    super("test:index:Thing", "thing", {});
  }
}

const noConfiguration = () => {
  pulumi.runtime.setAllConfig({});
};

describe("functions in the TypeScript door", () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator();
    emulator.addClient();
    emulator.addHost({ clientId: 1, name: "web1", json: { password: "s3cret-value" } });
    emulator.addGroup({ clientId: 1, name: "production" });
  });

  afterAll(() => emulator.close());

  beforeEach(async () => {
    emulator.clearRequests();
    await pulumi.runtime.setMocks(
      { newResource: ({ inputs }) => ({ id: undefined, state: inputs as object }), call: () => ({}) },
      "shop",
      "dev",
      true,
    );
    pulumi.runtime.setAllConfig(
      { "hostconfig:baseUrl": emulator.url, "hostconfig:token": emulator.tokens.admin },
      ["hostconfig:token"],
    );
  });

  it("take address and token from the stack's configuration", async () => {
    expect(await getHost({ name: "web1" })).toMatchObject({ hostId: 1, json: { password: "s3cret-value" } });
  });

  it("take them from the environment where the stack has none", async () => {
    pulumi.runtime.setAllConfig({});
    const variables = { HOSTCONFIG_BASE_URL: emulator.url, HOSTCONFIG_TOKEN: emulator.tokens.admin };
    Object.assign(process.env, variables);
    try {
      expect(await getHosts()).toMatchObject({ hosts: [{ name: "web1" }] });
    } finally {
      for (const variable of Object.keys(variables)) Reflect.deleteProperty(process.env, variable);
    }
  });

  it("use the new token as soon as it is rotated", async () => {
    await getHosts();
    pulumi.runtime.setConfig("hostconfig:token", emulator.tokens.cms);
    expect(await getHosts()).toMatchObject({ hosts: [{ name: "web1" }] });
    expect(emulator.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${emulator.tokens.admin}`,
      `Bearer ${emulator.tokens.cms}`,
    ]);
  });

  it("take outputs as arguments, and return an output", async () => {
    expect(await seen(getDeployStatusOutput({ hostId: pulumi.output(1) }))).toEqual({
      value: { hostId: 1, isDeploying: false },
      isKnown: true,
      isSecret: false,
    });
  });

  it("ask nobody while an argument is unknown, and return an unknown output", async () => {
    const { id } = new NewResource();
    const result = await seen(getDeployStatusOutput({ hostId: id.apply(Number) }));
    expect(result).toMatchObject({ value: undefined, isKnown: false });
    expect(emulator.requests).toEqual([]);
  });

  it("wait for what they depend on", async () => {
    const result = await seen(getHostsOutput({}, { dependsOn: [new NewResource()] }));
    expect(result).toMatchObject({ isKnown: false });
    expect(emulator.requests).toEqual([]);
  });

  it.each([
    ["credentials", () => getHostCredentialsOutput({ hostId: 1 })],
    ["a host's configuration", () => getHostOutput({ hostId: 1 })],
    ["a group's configuration", () => getGroupOutput({ groupId: 1 })],
  ])("return %s as a secret output", async (_what, call) => {
    expect(await seen(call())).toMatchObject({ isKnown: true, isSecret: true });
  });

  it("keep what a secret argument finds a secret", async () => {
    expect(await seen(getHostsOutput({ search: pulumi.secret("web1") }))).toMatchObject({ isSecret: true });
    expect(await seen(getHostsOutput())).toMatchObject({ isSecret: false });
  });

  it.each([
    ["configuration that is missing", noConfiguration, { hostId: 1 }, "hostconfig:baseUrl is not set"],
    ["a host that is not there", () => undefined, { hostId: 999 }, "999"],
    ["a name that nobody has", () => undefined, { name: "web" }, "has no host of exactly the name"],
    ["arguments that exclude each other", () => undefined, { hostId: 1, name: "web1" }, "exclude each other"],
  ])("explain %s without a stack", async (_what, arrange, args, message) => {
    arrange();
    const error: unknown = await getHost(args).catch((reason: unknown) => reason);
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    expect((error as Error).message).toContain(message);
  });

  it("refuse a provider, since they would ask another account than it says", async () => {
    const provider = {} as pulumi.ProviderResource;
    await expect(getHost({ hostId: 1 }, { provider })).rejects.toThrow("take no explicit provider");
    expect(() => getHostOutput({ hostId: 1 }, { provider })).toThrow("take no explicit provider");
  });
});

it("loads no HTTP library into a program that calls no function", async () => {
  const program = `require("./sdk/functions"); console.log(Object.keys(require.cache).some((file) => file.includes("undici")))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--require", "tsx/cjs", "--eval", program]);
  expect(stdout.trim()).toBe("false");
});
