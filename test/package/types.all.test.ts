import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { programFolder, type ProgramFolder } from "../engine/programFolder";
import { runCommand } from "../engine/runCommand";

jest.setTimeout(300_000);

const program = `
import { getHostOutput, GroupConfig, Host } from "pulumi-hostconfig";
import { Host as PluginHost, Provider } from "pulumi-hostconfig/plugin";

const shared = new GroupConfig("shared", { groupId: 3, json: { backups: { keep: 14 } } });
const web = new Host("web", { hostId: 12, json: {}, deploy: { triggers: [shared.fingerprint] } });
const provider = new Provider("second", { baseUrl: "https://panel.example.com" });
new PluginHost("other", { name: "other", clientId: 1, ifExists: "adopt" }, { provider });
// @ts-expect-error -- there is no such input
new Host("wrong", { hostId: 12, jsn: {} });
export const id: import("@pulumi/pulumi").Output<number> = web.hostId;
export const found = getHostOutput({ hostId: web.hostId }).json;
`;

let folder: ProgramFolder;
beforeAll(async () => {
  folder = await programFolder("commonjs", "");
  await writeFile(join(folder.folder, "program.ts"), program);
});
afterAll(() => folder.remove());

/** What the compiler finds wrong. */
async function mistakes(...options: string[]): Promise<string> {
  const compiler = createRequire(__filename).resolve("typescript/bin/tsc");
  const always = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022"];
  const { stdout, status } = await runCommand(
    process.execPath,
    [compiler, ...always, ...options, "program.ts"],
    {
      cwd: folder.folder,
    },
  );
  return status === 0 ? "" : stdout;
}

const settings: [string, string[]][] = [
  ["node16", ["--module", "node16", "--moduleResolution", "node16"]],
  ["bundler", ["--module", "esnext", "--moduleResolution", "bundler"]],
  // The setting of compilers before 4.7, and of projects that never changed it.
  ["node10", ["--module", "commonjs", "--moduleResolution", "node10", "--ignoreDeprecations", "6.0"]],
];

/** What the compiler that comes with @pulumi/pulumi finds; it checks a program's types where the project has no newer one. */
async function mistakesForOldest(): Promise<unknown> {
  const check = `
    const ts = require("@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js");
    const options = { strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2019,
      module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.NodeJs, types: [] };
    const program = ts.createProgram(["program.ts"], options);
    const own = program.getSourceFiles().filter(({ fileName }) =>
      fileName === "program.ts" || fileName.includes("node_modules/pulumi-hostconfig/"));
    const found = own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
    process.stdout.write(JSON.stringify({ version: ts.version, 
      found: found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")) }));`;
  const { stdout } = await runCommand(process.execPath, ["-e", check], { cwd: folder.folder });
  return JSON.parse(stdout);
}

test("a program in a project without TypeScript of its own has the types of both doors", async () => {
  expect(await mistakesForOldest()).toEqual({
    version: "3.8.3",
    // The program's own mistake: this compiler does not know `@ts-expect-error`.
    found: [expect.stringContaining("'jsn' does not exist in type") as unknown],
  });
});

test("the types need no package but Pulumi's, since not every project finds those that a package depends on", () => {
  const declarations = createRequire(join(folder.folder, "program.js"));
  const entries = ["pulumi-hostconfig", "pulumi-hostconfig/plugin"].map((name) =>
    declarations.resolve(name).replace(/\.js$/, ".d.ts"),
  );
  expect([...packagesOf(entries)]).toEqual(["@pulumi/pulumi"]);
});

/** The packages that these declarations, and those to which they lead, ask for. */
function packagesOf(files: readonly string[], seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  for (const file of files.filter((one) => !seen.has(one))) {
    seen.add(file);
    const wanted = [...readFileSync(file, "utf8").matchAll(/(?:from |import\()"([^"]+)"/g)].map(
      ([, name = ""]) => name,
    );
    const near = wanted
      .filter((name) => name.startsWith("."))
      .map((name) => declarationAt(join(dirname(file), name)));
    for (const name of wanted.filter((one) => !one.startsWith("."))) found.add(name);
    for (const name of packagesOf(near, seen)) found.add(name);
  }
  return found;
}

function declarationAt(path: string): string {
  return existsSync(`${path}.d.ts`) ? `${path}.d.ts` : join(path, "index.d.ts");
}

test.each(settings)(
  "a program that is compiled with moduleResolution %s has the types of both doors",
  async (_name, options) => {
    expect(await mistakes(...options)).toBe("");
  },
);
