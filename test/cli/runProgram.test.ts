import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../provider/cli/surroundings";
import { temporaryFolder } from "../engine/temporaryFolder";

const folder = temporaryFolder();

const node = (program: string, signal = new AbortController().signal, most?: number) =>
  runProgram(process.execPath, ["-e", program], signal, { most });

describe("a program that a command runs", () => {
  it("gives its exit status and what it printed", async () => {
    const program = "console.log('out'); console.error('err'); process.exitCode = 7";
    expect(await node(program)).toEqual({ status: 7, stdout: "out\n", stderr: "err\n" });
  });

  it("may not be there", async () => {
    const { signal } = new AbortController();
    expect(await runProgram("no-such-program-4711", [], signal)).toMatchObject({ status: undefined });
  });

  it("counts as not there where the system lets nobody run what is there", async () => {
    const file = join(folder(), "program");
    writeFileSync(file, "", { mode: 0o644 });
    expect(await runProgram(file, [], new AbortController().signal)).toMatchObject({ status: undefined });
  });

  it("may print more than the state of a large stack takes", async () => {
    const { stdout } = await node("process.stdout.write('x'.repeat(70_000_000))");
    expect(stdout).toHaveLength(70_000_000);
  });

  it("that prints more than can be held has failed, and says why", async () => {
    const printed = await node("process.stdout.write('x'.repeat(5000))", undefined, 4000);
    expect(printed).toMatchObject({ status: 1, stderr: "stdout maxBuffer length exceeded" });
  });

  it("that ended because of Ctrl-C counts as interrupted, whatever its status", async () => {
    const stop = new AbortController();
    const reason = new Error("Interrupted.");
    const running = node("process.exitCode = 255", stop.signal);
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});
