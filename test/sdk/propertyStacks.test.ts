import * as pulumi from "@pulumi/pulumi";
import { GroupConfig, Host } from "../../sdk";
import { GroupConfig as PluginGroupConfig, Host as PluginHost } from "../../sdk/plugin";

const classes = [
  ["Host", Host],
  ["GroupConfig", GroupConfig],
  ["Host for the plugin", PluginHost],
  ["GroupConfig for the plugin", PluginGroupConfig],
] as const;

describe.each(classes)("the class %s", (_, Resource) => {
  const make = (name: string) => {
    const inputs = { hostId: 12, groupId: 3, json: {} };
    return new (Resource as new (name: string, args: object) => pulumi.CustomResource)(name, inputs);
  };

  beforeEach(() =>
    pulumi.runtime.setMocks({
      newResource: ({ inputs }) => ({ id: "12", state: inputs as object }),
      call: () => ({}),
    }),
  );

  it("leaves the stacks of the program's own errors as they were", async () => {
    const before = Error.stackTraceLimit;
    make("web");
    await pulumi.runtime.disconnect();
    expect(Error.stackTraceLimit).toBe(before);
    expect(new Error("of the program").stack).toContain(__filename);
  });

  it("shows where in the program a mistake is that Pulumi finds", () => {
    const before = Error.stackTraceLimit;
    const mistake = (() => {
      try {
        return make("");
      } catch (error) {
        return error;
      }
    })();
    expect(mistake).toBeInstanceOf(Error);
    expect((mistake as Error).message).toContain("Missing resource name");
    expect((mistake as Error).stack).toContain(__filename);
    expect(Error.stackTraceLimit).toBe(before);
  });
});
