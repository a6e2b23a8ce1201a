import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./runCommand";
import { temporaryFolder } from "./temporaryFolder";

const folder = temporaryFolder();

describe("a command that cannot be started", () => {
  test("is a result where it is missing", async () => {
    const result = await runCommand(join(folder(), "pulumi"), ["version"]);
    expect(result).toMatchObject({ status: null, reason: expect.stringContaining("ENOENT") as string });
  });

  test("is a result where a file is in the place of its folder", async () => {
    writeFileSync(join(folder(), "cache"), "");
    const result = await runCommand(join(folder(), "cache", "pulumi"), ["version"]);
    expect(result).toMatchObject({ status: null, reason: expect.stringContaining("ENOTDIR") as string });
  });
});
