import { readFileSync } from "node:fs";
import { join } from "node:path";
import lock from "../../package-lock.json";
import manifest from "../../package.json";

/** Licences that may be shipped with an Apache-2.0 package. */
const shippable = new Set([
  "Apache-2.0",
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
]);

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Everything that is installed with the package. */
const installed = Object.entries(lock.packages as Record<string, Locked>).filter(
  ([path, { dev }]) => path !== "" && dev !== true,
);

describe("the run-time dependencies", () => {
  it("are those of the list in SECURITY.md, each with a reason", () => {
    const text = readFileSync(join(__dirname, "..", "..", "SECURITY.md"), "utf8");
    const [, table = ""] = text.split("## Run-time dependencies");
    const listed = [...table.matchAll(/^\| `([^`]+)` *\| *(\S.{20,}?) *\|$/gm)].map(([, name]) => name);
    const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    expect(listed.sort()).toEqual(declared.sort());
  });

  it("stay few, those that they bring included", () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(4);
    expect(installed.length).toBeLessThanOrEqual(40);
  });

  it.each(installed)("%s is locked by its hash, under a licence that may be shipped", (_, about) => {
    expect(about.integrity).toMatch(/^sha512-/);
    expect(shippable).toContain(about.license);
  });

  it("run nothing while they are installed but a check of version ranges", () => {
    const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripts.map(([path]) => path)).toEqual(["node_modules/protobufjs"]);
  });
});
