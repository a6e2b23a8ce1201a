import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { functions } from "../../provider/functions/functions";
import { groupInputs, groupOutputs } from "../../provider/resource/group";
import { hostInputs, hostOutputs } from "../../provider/resource/host";
import * as dynamic from "../../sdk";
import * as plugin from "../../sdk/plugin";

/** Whether the types of a class have every key of a definition. The compiler finds the line below if not. */
type HasAll<Definition extends z.ZodObject, Type> = [Exclude<keyof z.infer<Definition>, keyof Type>] extends [
  never,
]
  ? true
  : false;

const complete: [
  HasAll<typeof hostInputs, dynamic.HostArgs>,
  HasAll<typeof hostInputs, dynamic.Host>,
  HasAll<typeof hostInputs, plugin.Host>,
  HasAll<typeof hostOutputs, dynamic.Host>,
  HasAll<typeof hostOutputs, plugin.Host>,
  HasAll<typeof groupInputs, dynamic.GroupConfigArgs>,
  HasAll<typeof groupInputs, dynamic.GroupConfig>,
  HasAll<typeof groupInputs, plugin.GroupConfig>,
  HasAll<typeof groupOutputs, dynamic.GroupConfig>,
  HasAll<typeof groupOutputs, plugin.GroupConfig>,
] = [true, true, true, true, true, true, true, true, true, true];
// @ts-expect-error -- would be found
const incomplete: HasAll<typeof hostInputs, Omit<plugin.Host, "json">> = true;

const properties = {
  Host: Object.keys({ ...hostInputs.shape, ...hostOutputs.shape }),
  GroupConfig: Object.keys({ ...groupInputs.shape, ...groupOutputs.shape }),
};

const settings = { "hostconfig:baseUrl": "https://panel.example.com", "hostconfig:token": "t" };

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({ id: "12", state: inputs as object }),
    call: ({ token }) => ({ called: token.replace("hostconfig:index:", "") }),
  });
  pulumi.runtime.setAllConfig(settings);
  for (const definition of Object.values(functions)) {
    jest.spyOn(definition, "invoke").mockResolvedValue({ called: definition.name });
  }
});

afterAll(() => {
  jest.restoreAllMocks();
  pulumi.runtime.setAllConfig({});
});

describe.each([
  ["dynamic provider", dynamic],
  ["provider plugin", plugin],
])("what a program imports for the %s", (_, sdk) => {
  const exported = sdk as unknown as Record<string, (args: object) => unknown>;

  it.each([
    ["Host", () => new sdk.Host("web", { hostId: 12 })],
    ["GroupConfig", () => new sdk.GroupConfig("shared", { groupId: 3, json: {} })],
  ] as const)("has a place for every input and output of %s", async (type, make) => {
    const resource = make() as unknown as Record<string, unknown>;
    await pulumi.runtime.disconnect();
    const lacking = properties[type].filter((name) => !pulumi.Output.isInstance(resource[name]));
    expect(lacking).toEqual([]);
  });

  it.each(Object.keys(functions))("has %s, in both forms", async (name) => {
    const output = exported[`${name}Output`]?.({}) as pulumi.Output<unknown>;
    const value = await new Promise((resolve) => output.apply(resolve));
    expect([await exported[name]?.({}), value]).toEqual([{ called: name }, { called: name }]);
  });
});

it("has every input and output in its types", () => {
  expect(complete).not.toContain(false);
  expect(incomplete).toBe(true);
});
