import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
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

test.each(settings)(
  "a program that is compiled with moduleResolution %s has the types of both doors",
  async (_name, options) => {
    expect(await mistakes(...options)).toBe("");
  },
);
