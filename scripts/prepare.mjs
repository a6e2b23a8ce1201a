// Makes a checkout ready to run: the Node.js version, the dependencies, the build. Plain Node.js without dependencies,
// because it runs before there are any. Prints to stderr only: stdout belongs to the command that follows.
//   node scripts/prepare.mjs [--no-build]
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const minimumNode = "20.18.1";

function main() {
  if (!isAtLeast(process.versions.node, minimumNode)) {
    fail(
      `Node.js ${minimumNode} or newer is needed, and this is ${process.versions.node} (${process.execPath}).`,
    );
  }
  tryTemporaryFolder();
  const missing = missingPackage();
  if (missing !== undefined) {
    say(`Installing the dependencies (${missing}): npm ci`);
    // The tools are development dependencies, which NODE_ENV=production leaves out.
    run("npm", ["ci", "--include=dev"], "The dependencies could not be installed.");
  }
  if (process.argv.includes("--no-build")) return;
  const built = join(root, "node_modules", ".cache", "pulumi-hostconfig", "built");
  if (!existsSync(join(root, "dist")) || newestSource() > builtAt(built)) {
    // Taken before the build, so that an edit during the build counts as newer than it.
    const started = new Date();
    say("Building dist/: npm run build");
    write(() => {
      rmSync(join(root, "dist"), { recursive: true, force: true });
      rmSync(built, { force: true });
    });
    run("npm", ["run", "build"], "The build failed.");
    write(() => {
      mkdirSync(dirname(built), { recursive: true });
      writeFileSync(built, started.toISOString());
    });
  }
}

/** What follows writes there before it can say anything itself. */
function tryTemporaryFolder() {
  const folder = tmpdir();
  try {
    mkdirSync(folder, { recursive: true });
    rmdirSync(mkdtempSync(join(folder, "hostconfig-")));
  } catch (error) {
    fail(
      `The folder for temporary files cannot be written to: ${error.message}\nTMPDIR names another one; it is ${folder} now.`,
    );
  }
}

/** Changes something in the checkout, which may be mounted read-only. */
function write(change) {
  try {
    change();
  } catch (error) {
    fail(
      `The build needs a checkout that can be written to: ${error.message}\nWith \`npm ci\` and \`npm run demo\` done once where it can, nothing is written there any more.`,
    );
  }
}

/** What of the lock file is not installed as it says; undefined when nothing is missing. */
function missingPackage() {
  const installed = readJson(join(root, "node_modules", ".package-lock.json"));
  if (installed === undefined) return "node_modules is missing";
  const wanted = readJson(join(root, "package-lock.json"));
  if (wanted === undefined) fail("package-lock.json is missing or broken.");
  for (const [path, { version, optional, link }] of Object.entries(wanted.packages)) {
    if (path === "" || optional || link) continue;
    if (installed.packages[path]?.version !== version) return `${path} ${version} is not installed`;
  }
  return undefined;
}

/** When something that the build reads was last changed; folders count, so that a removed file does. */
function newestSource() {
  const files = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];
  const times = files.map((name) => modifiedAt(join(root, name)));
  const walk = (folder) => {
    times.push(modifiedAt(folder));
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else times.push(modifiedAt(path));
    }
  };
  walk(join(root, "provider"));
  walk(join(root, "sdk"));
  return times.reduce((newest, time) => Math.max(newest, time), 0);
}

/** When the last good build began. */
function builtAt(stamp) {
  return existsSync(stamp) ? Date.parse(readFileSync(stamp, "utf8")) : 0;
}

function modifiedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function isAtLeast(version, minimum) {
  const numbers = version.split(/[.-]/).map(Number);
  for (const [index, part] of minimum.split(".").map(Number).entries()) {
    if (numbers[index] !== part) return numbers[index] > part;
  }
  return true;
}

function run(command, args, problem) {
  // `npm run --silent` hands its silence down, and the reason of a failure would go with it.
  const silent = process.env.npm_config_loglevel === "silent";
  const env = { ...process.env, ...(silent ? { npm_config_loglevel: "error" } : {}) };
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: ["ignore", 2, 2] });
  if (status !== 0) fail(error === undefined ? problem : `${problem} ${error.message}`);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line) {
  say(line);
  process.exit(1);
}

main();
