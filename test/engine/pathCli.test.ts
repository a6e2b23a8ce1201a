import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { commandScript } from "./commandScript";
import { pathCli } from "./pathCli";
import { temporaryFolder } from "./temporaryFolder";

const folder = temporaryFolder();

/** Makes a folder of PATH with an executable `pulumi`. */
function withPulumi(name: string, mode = 0o755): string {
  const bin = join(folder(), name);
  mkdirSync(bin);
  writeFileSync(join(bin, "pulumi"), "");
  chmodSync(join(bin, "pulumi"), mode);
  return bin;
}

describe("the CLI on PATH", () => {
  test("is the first that is new enough; an older one before it is passed over", async () => {
    const path = [join(folder(), "none"), withPulumi("old"), withPulumi("new")].join(delimiter);
    const { run } = commandScript((line) => (line.includes("/old/") ? "v3.50.0" : "v3.240.0"));
    await expect(pathCli(path, run).installed()).resolves.toEqual({
      path: join(folder(), "new", "pulumi"),
      version: "3.240.0",
      source: "PATH",
    });
  });

  test("that is too old is named with its version", async () => {
    const { run } = commandScript(() => "v3.50.0");
    await expect(pathCli(withPulumi("old"), run).installed()).resolves.toEqual({
      unavailable: `${join(folder(), "old", "pulumi")} is version 3.50.0, and 3.216.0 or newer is needed`,
    });
  });

  test("is none where no folder has an executable of that name", async () => {
    mkdirSync(join(folder(), "a", "pulumi"), { recursive: true });
    const path = [join(folder(), "a"), withPulumi("b", 0o644), "relative/folder", ""].join(delimiter);
    const { run, asked } = commandScript(() => "v3.240.0");
    await expect(pathCli(path, run).installed()).resolves.toEqual({ unavailable: "there is none" });
    expect(asked).toEqual([]);
  });
});
