import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { settingsOf } from "./commandLine";
import { startEmulator } from "./index";

function run(...options: string[]): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", join(__dirname, "main.ts"), ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The output of a process that ends by itself, and its exit code. */
async function outcome(child: ChildProcess): Promise<{ output: string; code: unknown }> {
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const [code] = (await once(child, "close")) as unknown[];
  return { output, code };
}

/** What the process prints until the text comes. */
async function printed(child: ChildProcess, text: string): Promise<string> {
  let output = "";
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (output.includes(text)) break;
  }
  return output;
}

describe("the command", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("serves sample data until %s", async (signal) => {
    const child = run("--port", "0", "--host-count", "30");
    const output = await printed(child, "ends it");
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? "";
    const token = /client-access +(\S+)/.exec(output)?.[1] ?? "";
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/v1/hosts?size=100`, { headers });
    const { data, total } = (await response.json()) as { data: unknown[]; total: number };
    expect(data).toHaveLength(total);
    expect(total).toBeGreaterThan(10);
    expect((await fetch(`${url}/api/v1/hosts/1/deploy`, { headers })).status).toBe(200);
    expect(output).toContain(`curl -H`);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("says when the port is taken", async () => {
    const other = await startEmulator();
    const { output, code } = await outcome(run("--port", new URL(other.url).port));
    await other.close();
    expect(output).toBe("The port is taken. Choose another one with --port N, or 0 for a free one.\n");
    expect(code).toBe(1);
  });

  it("says what is wrong with an option", async () => {
    const { output, code } = await outcome(run("--port", "many"));
    expect(output).toContain('--port must be an integer from 0 to 65535, not "many".\n\nUsage:');
    expect(code).toBe(2);
  });

  it("has defaults", () => {
    expect(settingsOf([])).toEqual({ port: 4010, hostCount: 12, deploySeconds: 20, readings: "asShown" });
    expect(settingsOf(["--help"])).toBeNull();
  });

  it.each([
    [["--port", "65536"], "--port must be an integer from 0 to 65535"],
    [["--host-count", "-1"], "host-count"],
    [["--deploy-seconds", "1.5"], "--deploy-seconds must be an integer"],
    [["--readings", "toString"], "--readings must be one of asShown, asMachineDescription, mixed, contrary."],
    [["--speed"], "Unknown option '--speed'"],
  ])("refuses %j", (options, message) => {
    expect(() => settingsOf(options)).toThrow(message);
  });
});
