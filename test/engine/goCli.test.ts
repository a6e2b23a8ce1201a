import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandScript, type ScriptedAnswer } from "./commandScript";
import { goCli } from "./goCli";
import { temporaryFolder } from "./temporaryFolder";

jest.mock("./progress", () => ({
  report: jest.fn(),
  withProgress: (_what: string, work: () => unknown) => work(),
}));

const cache = temporaryFolder();

/** A Go that builds, and the CLI that it built. */
function builds(line: string): ScriptedAnswer {
  const into = /-o (\S+)/.exec(line)?.[1];
  if (into !== undefined) {
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, "pulumi"), "");
    return "";
  }
  if (line === "go version") return "go version go1.26.0";
  return readdirSync(cache()).some((name) => name.startsWith("cli-go")) ? "v3.230.0" : { status: null };
}

describe("the CLI built from its Go modules", () => {
  test("is built once, and found from then on", async () => {
    const { run, asked } = commandScript(builds);
    const way = goCli(run, cache());
    await expect(way.installed()).resolves.toEqual({ unavailable: "version 3.230.0 is not built yet" });
    const found = await way.install?.();
    expect(found).toMatchObject({ source: "go", version: "3.230.0" });
    await expect(way.installed()).resolves.toEqual(found);
    await way.install?.();
    expect(asked.filter(({ line }) => line.startsWith("go build"))).toHaveLength(1);
  });

  test("knows its version, comes with the YAML language host, and needs no C compiler", async () => {
    const { run, asked } = commandScript(builds);
    await goCli(run, cache()).install?.();
    const build = asked.find(({ line }) => line.startsWith("go build"));
    expect(build?.line).toContain("version.Version=v3.230.0");
    expect(build?.line).toContain("github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml");
    expect(build?.options.env?.CGO_ENABLED).toBe("0");
    expect(build?.options.cwd).toMatch(/gomodule$/);
  });

  test("is kept under its versions, the platform and a hash of what it is built from", async () => {
    await goCli(commandScript(builds).run, cache()).install?.();
    const platform = `${process.platform}-${process.arch}`;
    expect(readdirSync(cache())).toEqual([
      expect.stringMatching(new RegExp(`^cli-go-3\\.230\\.0-yaml-1\\.30\\.0-${platform}-[0-9a-f]{12}$`)),
    ]);
  });

  test("leaves nothing behind when the build fails", async () => {
    const { run } = commandScript((line) =>
      line.startsWith("go build") ? { status: 1, reason: "no space left on device" } : "go1.26.0",
    );
    await expect(goCli(run, cache()).install?.()).resolves.toEqual({
      unavailable: "the build failed: no space left on device",
    });
    expect(readdirSync(cache())).toEqual([]);
  });

  test("names the Go version that is needed where Go is missing or too old", async () => {
    const { run } = commandScript(() => ({ status: null, reason: "spawn go ENOENT" }));
    await expect(goCli(run, cache()).install?.()).resolves.toEqual({
      unavailable: "Go 1.25.8 or newer is needed (spawn go ENOENT)",
    });
  });
});
