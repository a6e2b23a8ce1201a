import * as pulumi from "@pulumi/pulumi";
import { Host } from "../../sdk";
import { Host as PluginHost } from "../../sdk/plugin";

const classes = [
  ["of the dynamic door", Host],
  ["of the plugin's door", PluginHost],
] as const;

describe.each(classes)("a resource %s", (_, Resource) => {
  beforeEach(() =>
    pulumi.runtime.setMocks({
      newResource: ({ inputs }) => ({ id: "12", state: inputs as object }),
      call: () => ({}),
    }),
  );

  it("leaves the stacks of the program's own errors as they were", async () => {
    const before = Error.stackTraceLimit;
    new Resource("web", { hostId: 12 });
    await pulumi.runtime.disconnect();
    expect(Error.stackTraceLimit).toBe(before);
    expect(new Error("of the program").stack).toContain(__filename);
  });

  it("shows where in the program a mistake is that Pulumi finds", () => {
    const before = Error.stackTraceLimit;
    const mistake = (() => {
      try {
        return new Resource("", { hostId: 12 });
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
