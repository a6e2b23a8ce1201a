import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { CliSource, FoundCli } from "./foundCli";
import { ensureLaunchers } from "./launchers";
import { engineEnv, openEngine } from "./openEngine";
import { temporaryFolder } from "./temporaryFolder";

const folder = temporaryFolder();

/** A CLI in a folder of its own. */
function cliIn(name: string, source: CliSource): FoundCli {
  const bin = join(folder(), name);
  mkdirSync(bin, { recursive: true });
  return { path: join(bin, "pulumi"), version: "3.230.0", source };
}

describe("the environment of an engine", () => {
  const surrounding = {
    PATH: "/usr/bin",
    HOME: "/home/me",
    PULUMI_ACCESS_TOKEN: "pul-mine",
    PULUMI_STACK: "production",
    HOSTCONFIG_TOKEN: "mine",
    FORCE_COLOR: "1",
  };

  test("has nothing of the user's Pulumi and hostconfig settings", () => {
    const env = engineEnv(cliIn("bin", "go"), folder(), undefined, surrounding);
    expect(env).toMatchObject({ HOME: "/home/me", PULUMI_HOME: join(folder(), "home") });
    for (const name of ["PULUMI_ACCESS_TOKEN", "PULUMI_STACK", "HOSTCONFIG_TOKEN", "FORCE_COLOR"]) {
      expect(env).not.toHaveProperty(name);
    }
  });

  test("keeps the state in the engine's folder, and fetches no plugins", () => {
    expect(engineEnv(cliIn("bin", "go"), folder(), undefined, surrounding)).toMatchObject({
      PULUMI_BACKEND_URL: `file://${join(folder(), "state")}`,
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      NO_COLOR: "1",
    });
  });

  test("finds the CLI, the launcher and this Node.js before all others", () => {
    const env = engineEnv(cliIn("bin", "PATH"), folder(), "/launcher", surrounding);
    expect(env.PATH?.split(delimiter)).toEqual([
      join(folder(), "bin"),
      "/launcher",
      dirname(process.execPath),
      "/usr/bin",
    ]);
  });
});

describe("an engine", () => {
  test("has a root with bin/pulumi, also where the CLI's folder has another name", async () => {
    const cli = cliIn("somewhere", "PATH");
    writeFileSync(cli.path, "the cli");
    const engine = await openEngine(cli);
    expect(readFileSync(join(engine.root, "bin", "pulumi"), "utf8")).toBe("the cli");
    await engine.close();
    expect(existsSync(engine.folder)).toBe(false);
  });
});

describe("what the engine starts for dynamic resources and for programs", () => {
  const names = [
    "pulumi-resource-pulumi-nodejs",
    ...["nodejs", "python", "go"].map((each) => `pulumi-language-${each}`),
  ];

  test("is put beside a CLI of ours", async () => {
    const cli = cliIn("bin", "go");
    await expect(ensureLaunchers(cli, join(folder(), "spare"))).resolves.toBeUndefined();
    for (const name of names) expect(statSync(join(dirname(cli.path), name)).mode & 0o111).toBe(0o111);
  });

  test("is left alone where the official distribution brings it", async () => {
    const cli = cliIn("official", "PATH");
    for (const name of names) writeFileSync(join(dirname(cli.path), name), "official");
    await expect(ensureLaunchers(cli, join(folder(), "spare"))).resolves.toBeUndefined();
    for (const name of names) expect(readFileSync(join(dirname(cli.path), name), "utf8")).toBe("official");
  });

  test("gets a folder of its own for what is missing beside a CLI that is not ours", async () => {
    const cli = cliIn("official", "PATH");
    const spare = join(folder(), "spare");
    writeFileSync(join(dirname(cli.path), "pulumi-language-go"), "official");
    await expect(ensureLaunchers(cli, spare)).resolves.toBe(spare);
    expect(readdirSync(spare).sort()).toEqual(names.filter((name) => name !== "pulumi-language-go").sort());
    expect(readdirSync(dirname(cli.path))).toEqual(["pulumi-language-go"]);
  });
});
