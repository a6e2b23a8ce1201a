import { createRequire } from "node:module";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packageVersion } from "../../api/version";
import type { Surroundings } from "../surroundings";
import { ok, problem, skipped, warning, type Finding } from "./finding";

const leastNode = "20.18.1";
/** Dynamic resources report what a refresh found from here on; older ones still run the plugin. */
const leastPulumi = "3.216.0";

const versioned = z.object({ version: z.string() });

export function checkNode({ nodeVersion }: Surroundings): Finding {
  return isAtLeast(nodeVersion, leastNode)
    ? ok("Node.js", nodeVersion)
    : problem("Node.js", `${nodeVersion} is too old.`, `Install ${leastNode} or newer.`);
}

export async function checkCli({ run }: Surroundings): Promise<Finding> {
  const check = "Pulumi CLI";
  const { status, stdout } = await run("pulumi", ["version"]);
  if (status === undefined) {
    const step = "Install it: https://www.pulumi.com/docs/install/";
    return warning(check, "there is no `pulumi` on PATH.", step);
  }
  const [version] = /\d+\.\d+\.\d+/.exec(stdout) ?? [];
  if (version === undefined) return warning(check, "`pulumi version` does not tell a version.");
  return isAtLeast(version, leastPulumi)
    ? ok(check, version)
    : warning(check, `${version} is old.`, `Install ${leastPulumi} or newer.`);
}

/** The SDK that a program in this folder would use. */
export function checkSdk({ cwd }: Surroundings): Finding {
  const check = "@pulumi/pulumi";
  const version = sdkVersion(cwd);
  if (version === undefined) {
    return skipped(check, "not installed in this folder; only TypeScript and JavaScript programs need it");
  }
  return isAtLeast(version, leastPulumi)
    ? ok(check, version)
    : problem(check, `${version} is too old for dynamic resources.`, "`npm install @pulumi/pulumi@latest`");
}

/** The executable of this package, and whether its version is that of the rest. */
export function checkPlugin({ packageFolder }: Surroundings): Finding {
  const check = "Provider plugin";
  const folder = join(packageFolder, "dist");
  const executable = join(folder, "plugin", "pulumi-resource-hostconfig");
  const schema = readVersion(join(folder, "provider", "plugin", "schema.json"));
  if (!existsSync(executable) || schema === undefined) {
    return problem(check, "it is not there.", "Install the package again: `npm install pulumi-hostconfig`.");
  }
  return schema === packageVersion
    ? ok(check, `${packageVersion}, in ${join(folder, "plugin")}`)
    : problem(
        check,
        `its schema is of version ${schema}, and the package of ${packageVersion}.`,
        "Install the package again.",
      );
}

function sdkVersion(folder: string): string | undefined {
  try {
    return readVersion(createRequire(join(folder, "program.js")).resolve("@pulumi/pulumi/package.json"));
  } catch {
    return undefined;
  }
}

function readVersion(file: string): string | undefined {
  try {
    return versioned.parse(JSON.parse(readFileSync(file, "utf8"))).version;
  } catch {
    return undefined;
  }
}

/** Whether a version is the least one or a later one. */
function isAtLeast(version: string, least: string): boolean {
  const wanted = least.split(".").map(Number);
  const given = version.split(/[.-]/).map(Number);
  const differing = wanted.findIndex((number, index) => given[index] !== number);
  return differing === -1 || (given[differing] ?? 0) > (wanted[differing] ?? 0);
}
