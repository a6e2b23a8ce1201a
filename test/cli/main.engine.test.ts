import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packedCommandLine } from "../engine/packedPackage";
import { runCommand } from "../engine/runCommand";

const main = join(__dirname, "../../provider/cli/main.ts");

/** Runs the command line in a process of its own; `out` is what its stdout is. */
async function run(
  argv: readonly string[],
  out: number | "closed",
): Promise<{ status: number; stderr: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", main, ...argv], {
    stdio: ["ignore", out === "closed" ? "pipe" : out, "pipe"],
  });
  child.stdout?.destroy();
  let stderr = "";
  child.stderr?.on("data", (text: Buffer) => (stderr += text.toString()));
  const [status] = (await once(child, "close")) as [number];
  return { status, stderr };
}

describe("the command line in its own process", () => {
  it("takes the end of a pipe such as `| head` for no failure", async () => {
    expect(await run(["help"], "closed")).toEqual({ status: 0, stderr: "" });
  });

  it("says in one line that the current folder is gone", async () => {
    const gone = 'cd "$0" && rmdir "$0" && exec "$@"';
    const built = await packedCommandLine();
    const folder = mkdtempSync(join(tmpdir(), "hostconfig-test-"));
    const { status, stderr } = await runCommand("sh", ["-c", gone, folder, process.execPath, built, "help"]);
    expect(status).toBe(1);
    expect(stderr).toBe("Error: the current folder is not there any more. Go to another one.\n");
  });

  const itOnLinux = existsSync("/dev/full") ? it : it.skip;
  itOnLinux("says in one line why its result cannot be written", async () => {
    const { status, stderr } = await run(["help"], openSync("/dev/full", "w"));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: the result cannot be written: ENOSPC[^\n]*\n$/);
  });
});
