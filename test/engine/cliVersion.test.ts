import { askVersion, isNewEnough, parseCliVersion } from "./cliVersion";
import { commandScript } from "./commandScript";

describe("the version of a CLI", () => {
  test.each([
    ["v3.230.0\n", "3.230.0"],
    ["3.216.0", "3.216.0"],
    ["v3.231.0-alpha.1+dirty", "3.231.0-alpha.1"],
    ["", undefined],
    ["(devel)", undefined],
  ])("is read from %j as %s", (printed, version) => {
    expect(parseCliVersion(printed)).toBe(version);
  });

  test.each([
    ["3.216.0", true],
    ["3.216.1", true],
    ["3.1000.0", true],
    ["4.0.0", true],
    ["3.215.9", false],
    ["3.99.0", false],
    ["2.300.0", false],
    ["3.216.0-alpha.5", false],
    ["3.217.0-alpha.5", true],
  ])("%s is new enough: %s", (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });

  test("of an older CLI is told together with what is needed", async () => {
    const { run } = commandScript(() => "v3.100.0\n");
    await expect(askVersion("/opt/pulumi", run)).resolves.toEqual({
      unavailable: "/opt/pulumi is version 3.100.0, and 3.216.0 or newer is needed",
    });
  });

  test("is asked without a look for updates", async () => {
    const { run, asked } = commandScript(() => "v3.230.0\n");
    await expect(askVersion("/opt/pulumi", run)).resolves.toEqual({ version: "3.230.0" });
    expect(asked[0]?.options.env?.PULUMI_SKIP_UPDATE_CHECK).toBe("true");
  });

  test("that is not told is a reason, with what was printed instead", async () => {
    const { run } = commandScript(() => "\n");
    await expect(askVersion("/opt/pulumi", run)).resolves.toEqual({
      unavailable: '/opt/pulumi does not tell its version (it printed "\\n")',
    });
  });
});
