import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandScript, type ScriptedAnswer } from "./commandScript";
import { npmCli } from "./npmCli";
import type { RunOptions } from "./runCommand";
import { temporaryFolder } from "./temporaryFolder";

jest.mock("./progress", () => ({
  report: jest.fn(),
  withProgress: (_what: string, work: () => unknown) => work(),
}));

const cache = temporaryFolder();
const hour = 60 * 60 * 1000;

/** The npm package's command, which puts the CLI below PULUMI_HOME. */
function downloads(line: string, { env }: RunOptions): ScriptedAnswer {
  if (!line.includes("run.js")) return line.startsWith("npm") ? "" : "v3.265.0";
  const bin = join(env?.PULUMI_HOME ?? "", "versions", "3.265.0", "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "pulumi"), "");
  writeFileSync(join(bin, "pulumi-language-yaml"), "");
  return "v3.265.0";
}

function refuses(line: string): ScriptedAnswer {
  if (line.includes("run.js")) return { status: 1, reason: "pulumi: fetch failed" };
  return line.startsWith("npm") ? "" : { status: null, reason: "ENOENT" };
}

describe("the CLI of the npm package", () => {
  test("is kept in the cache with the plugins beside it, and nothing else of the download", async () => {
    const way = npmCli(commandScript(downloads).run, cache());
    const found = await way.install?.();
    expect(found).toMatchObject({ source: "npm", version: "3.265.0" });
    const [folder] = readdirSync(cache());
    expect(readdirSync(join(cache(), folder ?? ""))).toEqual(["bin"]);
    expect(readdirSync(join(cache(), folder ?? "", "bin"))).toEqual(["pulumi", "pulumi-language-yaml"]);
  });

  test("is downloaded away from the user's own Pulumi folder", async () => {
    const { run, asked } = commandScript(downloads);
    await npmCli(run, cache()).install?.();
    expect(asked.find(({ line }) => line.includes("run.js"))?.options.env?.PULUMI_HOME).toContain(cache());
  });

  test("that cannot be downloaded is not tried again for six hours", async () => {
    let now = 1_000_000;
    const { run, asked } = commandScript(refuses);
    const way = npmCli(run, cache(), () => now);
    await expect(way.install?.()).resolves.toEqual({
      unavailable: "it could not download the CLI: pulumi: fetch failed",
    });
    const tries = asked.length;

    now += 5 * hour;
    await expect(way.install?.()).resolves.toMatchObject({
      unavailable: expect.stringContaining("pulumi: fetch failed (300 minutes ago") as string,
    });
    expect(asked).toHaveLength(tries);

    now += hour;
    await way.install?.();
    expect(asked.length).toBeGreaterThan(tries);
  });

  test("leaves nothing behind that looks installed after a failure", async () => {
    await npmCli(commandScript(refuses).run, cache()).install?.();
    expect(readdirSync(cache()).filter((name) => !name.endsWith(".failed.json"))).toEqual([]);
  });
});
