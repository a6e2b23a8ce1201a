import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, resolve, sep } from "node:path";
import { packedOwn } from "../engine/packedPackage";
import { shippedFiles } from "./shippedFiles";

jest.setTimeout(120_000);

const root = resolve(__dirname, "..", "..");

/** Sources that make the schema and SDKs, and no part of the plugin. */
const ofDevelopment = /^provider\/plugin\/(schema|sdkgen)\//;

let packed: string;
let shipped: string[];

beforeAll(async () => {
  packed = await packedOwn();
  shipped = await shippedFiles();
});

const read = (file: string) => readFileSync(join(packed, file), "utf8");

describe("the npm package", () => {
  it("holds at its top what npm, the engine and a reader need, and nothing else", () => {
    const top = [...new Set(shipped.map((file) => file.split("/")[0]))].sort();
    expect(top).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "PulumiPlugin.yaml",
      "README.md",
      "SECURITY.md",
      "dist",
      "docs",
      "examples",
      "package.json",
    ]);
  });

  it("holds the examples that a pipeline needs, whole but for what npm leaves out", () => {
    const examples = ["gitops-yaml", "policy-pack-typescript"].map((name) => `examples/${name}`);
    const files = examples
      .flatMap((folder) => filesBelow(join(root, folder)).map((file) => `${folder}/${file}`))
      .filter((file) => !/\/(node_modules\/.*|package-lock\.json|\.gitignore)$/.test(file));
    expect(files).toContain("examples/gitops-yaml/.gitlab-ci.yml");
    expect(shipped.filter((file) => file.startsWith("examples/"))).toEqual(files.sort());
  });

  it("holds the build of every source, and of nothing that is no source any more", () => {
    const sources = ["provider", "sdk"]
      .flatMap((part) => filesBelow(join(root, part)).map((file) => `${part}/${file}`))
      .filter((file) => file.endsWith(".ts") && !ofDevelopment.test(file));
    const built = shipped.filter((file) => file.endsWith(".js"));
    expect(built).toEqual(sources.map((file) => `dist/${file.replace(/\.ts$/, ".js")}`).sort());
  });

  it("holds beside that only declarations, the schema, the executable, and the bill of materials once it is made", () => {
    const others = shipped.filter(
      (file) => /^dist\/(?!sbom\.cdx\.json$)/.test(file) && !/\.(js|d\.ts)$/.test(file),
    );
    expect(others).toEqual([
      "dist/plugin/pulumi-resource-hostconfig",
      "dist/plugin/pulumi-resource-hostconfig.cmd",
      "dist/provider/plugin/schema.json",
    ]);
    expect(shipped.filter((file) => file.endsWith(".js") && read(file).includes("sourceMappingURL"))).toEqual(
      [],
    );
  });

  it("holds everything that its package.json points at", () => {
    const { main, types, exports, typesVersions, bin } = JSON.parse(read("package.json")) as Record<
      string,
      unknown
    >;
    const named = JSON.stringify([main, types, exports, typesVersions, bin]).matchAll(
      /"(?:\.\/)?([^"*]+\.[a-z.]+|dist\/[^"*]+)"/g,
    );
    const files = [...new Set([...named].map(([, file]) => file ?? ""))];
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !shipped.includes(file))).toEqual([]);
  });

  it("holds everything that a file in it asks for by its place", () => {
    const missing = shipped
      .filter((file) => /\.(js|d\.ts)$/.test(file))
      .flatMap((file) => {
        const wanted = [...read(file).matchAll(/(?:require\(|from |import\()"(\.[^"]+)"/g)].map(
          ([, path = ""]) => path,
        );
        return wanted.filter((path) => !isShipped(file, path)).map((path) => `${file}: ${path}`);
      });
    expect(missing).toEqual([]);
  });

  it("declares every package that a file in it asks for by name", () => {
    const { dependencies, peerDependencies } = JSON.parse(read("package.json")) as Record<string, object>;
    // The state names the package itself.
    const declared = ["pulumi-hostconfig", ...Object.keys({ ...dependencies, ...peerDependencies })];
    const asked = shipped
      .filter((file) => /\.(js|d\.ts)$/.test(file))
      .flatMap((file) => [
        ...read(file).matchAll(/(?:\brequire\(|from |import\()"((?!node:|\.)(?:@[^/"]+\/)?[^/"]+)/g),
      ])
      .map(([, name = ""]) => name);
    expect([...new Set(asked)].filter((name) => !declared.includes(name))).toEqual([]);
  });
});

function isShipped(file: string, path: string): boolean {
  const target = posix.join(posix.dirname(file), path);
  const ends = file.endsWith(".d.ts") ? [".d.ts", "/index.d.ts"] : ["", ".js", "/index.js"];
  return ends.some((end) => shipped.includes(`${target}${end}`));
}

/** All files below the folder, by their paths in it, in the order of the alphabet. */
function filesBelow(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(below, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}
