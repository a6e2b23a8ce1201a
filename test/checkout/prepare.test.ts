import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { runCommand, type RunResult } from "../engine/runCommand";
import { temporaryFolder } from "../engine/temporaryFolder";

const folder = temporaryFolder();
const checkout = (name: string): string => join(folder(), "checkout", name);
const put = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
};

const lock = JSON.stringify({ packages: { "": {}, "node_modules/tool": { version: "1.0.0" } } });
/** Writes down what it was asked, and installs; it fails where `NPM_FAILS` is set. */
const npm = `#!/usr/bin/env node
const fs = require("node:fs");
const { npm_config_loglevel: loglevel, NPM_FAILS: fails } = process.env;
fs.appendFileSync("asked", [...process.argv.slice(2), loglevel ?? ""].join(" ").trim() + "\\n");
if (fails) process.exit(1);
fs.mkdirSync("node_modules", { recursive: true });
fs.copyFileSync("package-lock.json", "node_modules/.package-lock.json");
`;

beforeEach(() => {
  put(checkout("scripts/prepare.mjs"), "");
  copyFileSync(resolve(__dirname, "..", "..", "scripts", "prepare.mjs"), checkout("scripts/prepare.mjs"));
  put(checkout("package-lock.json"), lock);
  for (const source of ["provider", "sdk"]) mkdirSync(checkout(source));
  put(join(folder(), "bin", "npm"), npm, 0o755);
});

async function prepare(env: NodeJS.ProcessEnv = {}): Promise<RunResult> {
  const PATH = [join(folder(), "bin"), process.env.PATH].join(delimiter);
  const own = { ...process.env, npm_config_loglevel: undefined, PATH, ...env };
  return runCommand(process.execPath, [checkout("scripts/prepare.mjs")], { env: own, timeoutSeconds: 30 });
}

const asked = (): string[] => readFileSync(checkout("asked"), "utf8").trim().split("\n");

describe("making a checkout ready", () => {
  it("installs the tools also where NODE_ENV=production leaves them out", async () => {
    await expect(prepare({ NODE_ENV: "production" })).resolves.toMatchObject({ status: 0, stdout: "" });
    expect(asked()).toEqual(["ci --include=dev", "run build"]);
  });

  it("lets npm tell why it failed where `npm run --silent` started it", async () => {
    const { status, stderr } = await prepare({ npm_config_loglevel: "silent", NPM_FAILS: "yes" });
    expect(status).toBe(1);
    expect(stderr).toContain("The dependencies could not be installed.");
    expect(asked()).toEqual(["ci --include=dev error"]);
  });

  it("says which variable names the folder for temporary files where that cannot be written to", async () => {
    const TMPDIR = checkout("package-lock.json");
    const { status, stderr } = await prepare({ TMPDIR });
    expect(status).toBe(1);
    expect(stderr.split("\n")).toEqual([
      expect.stringMatching(/^The folder for temporary files cannot be written to: E[A-Z]+: /),
      `TMPDIR names another one; it is ${TMPDIR} now.`,
      "",
    ]);
  });

  it("makes the folder for temporary files where it is missing", async () => {
    const TMPDIR = join(folder(), "temporary files", "of mine");
    await expect(prepare({ TMPDIR })).resolves.toMatchObject({ status: 0 });
    expect(existsSync(TMPDIR)).toBe(true);
  });

  it("says what to do where the checkout cannot be written to", async () => {
    put(checkout("node_modules/.package-lock.json"), lock);
    put(checkout("node_modules/.cache"), "in the way of a folder");
    const { status, stderr } = await prepare();
    expect(status).toBe(1);
    expect(stderr.split("\n").slice(-3)).toEqual([
      expect.stringMatching(/^The build needs a checkout that can be written to: E[A-Z]+: /),
      "With `npm ci` and `npm run demo` done once where it can, nothing is written there any more.",
      "",
    ]);
  });
});
