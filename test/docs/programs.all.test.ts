import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import ts from "typescript";
import * as zod from "zod";
import * as dynamicDoor from "../../sdk";
import * as pluginDoor from "../../sdk/plugin";
import { startEmulator, type Emulator } from "../emulator";
import { openInlineStack } from "../engine/inlineStack";
import { openEngine, type Engine } from "../engine/openEngine";
import { packedPackage } from "../engine/packedPackage";
import { projectName } from "../engine/stackRequest";
import { pluginOnPath } from "../sdks/pluginOnPath";
import { blocksOf, documents, repository, type Block } from "./documents";

jest.setTimeout(600_000);

const blocks = documents().flatMap(blocksOf);
const yaml = blocks.filter(({ language }) => language === "yaml");
const isProgram = ({ text }: Block) => /^runtime: yaml$/m.test(text);
/** The examples of the schema use the same names again; their types are checked in blocks.all.test.ts. */
const typescript = blocks.filter(
  ({ language, place }) => language === "ts" && !place.startsWith("provider/"),
);

let emulator: Emulator;
let engine: Engine;

/** A platform as the pages speak of it: hosts 1 to 20 of client 1, groups 1 to 3; nothing is called web2 yet. */
beforeAll(async () => {
  emulator = await startEmulator({ deploySeconds: 1 });
  const clientId = emulator.addClient({ email: "owner@example.com" });
  for (let id = 1; id <= 20; id += 1) {
    emulator.addHost({
      clientId,
      name: id === 2 ? "old2" : `web${id}`,
      json: id < 17 ? { cache: false } : {},
    });
  }
  for (const name of ["standard", "shop", "blog"]) emulator.addGroup({ clientId, name, json: {} });
  engine = await openEngine();
});

afterAll(async () => {
  await engine.close();
  await emulator.close();
});

describe("the programs in TypeScript of the documentation", () => {
  it("run, all together as one, and leave every host published", async () => {
    const stack = await openInlineStack({
      engine,
      program: async () => {
        for (const block of typescript) await run(block);
        return {};
      },
      config: {
        "hostconfig:baseUrl": { value: emulator.url },
        "hostconfig:token": { value: emulator.tokens.admin, secret: true },
        [`${projectName}:agencyToken`]: { value: emulator.tokens.cms, secret: true },
        [`${projectName}:databasePassword`]: { value: "hunter2", secret: true },
        [`${projectName}:secrets`]: { value: '{"Host 18 json.database.password":"hunter2"}', secret: true },
      },
      env: await pluginOnPath(engine),
    });
    try {
      const up = await stack.up();
      expect({ ok: up.ok, output: up.ok ? "" : up.output }).toEqual({ ok: true, output: "" });
      const made = (await stack.resources()).map(({ urn }) => urn.split("::").at(-1));
      const named = typescript.flatMap(({ text }) => [
        ...text.matchAll(/new (?:Host|GroupConfig)\(\s*"([^"]+)"/g),
      ]);
      expect(made).toEqual(expect.arrayContaining(named.map(([, name]) => name)));
      const started = emulator.writes().filter(({ pattern }) => pattern === "/api/v1/hosts/{id}/deploy");
      const hosts = started.map(({ path }) => Number(path.split("/")[4]));
      const meant = typescript.flatMap(({ text }) => [...text.matchAll(/hostId: (\d+)/g)]);
      expect(hosts).toEqual(expect.arrayContaining(meant.map(([, id]) => Number(id))));
      for (const id of hosts) expect(emulator.host(id)).toMatchObject({ status: "published" });
    } finally {
      await stack.close();
    }
  });
});

const modules: Readonly<Record<string, unknown>> = {
  "@pulumi/pulumi": pulumi,
  "pulumi-hostconfig": dynamicDoor,
  "pulumi-hostconfig/plugin": pluginDoor,
  zod,
};

/** Runs a block as the module that it is; it may wait at its top. */
async function run({ text }: Block): Promise<void> {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const source = ts.transpile(text.replaceAll("https://panel.example.com", emulator.url), options);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the documentation's own code
  const evaluate = new Function("require", "exports", `return (async () => {${source}\n})();`) as Module;
  await evaluate((name) => modules[name], {});
}

type Module = (require: (name: string) => unknown, exports: object) => Promise<void>;

describe("a block in YAML", () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hostconfig-block-"));
    await symlink(join(await packedPackage(), "node_modules"), join(folder, "node_modules"));
    env = {
      ...(await pluginOnPath(engine)),
      HOSTCONFIG_BASE_URL: emulator.url,
      HOSTCONFIG_TOKEN: emulator.tokens.admin,
    };
    await writeFile(join(folder, "Pulumi.yaml"), "name: blocks\nruntime: yaml\n");
    await engine.pulumi(["stack", "init", "dev"], { cwd: folder, env });
    await engine.pulumi(["config", "set", "--secret", "databasePassword", "hunter2"], { cwd: folder, env });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(yaml.filter(isProgram))("($place) is a program that can be previewed", async ({ text }) => {
    await writeFile(join(folder, "Pulumi.yaml"), text.replace(/^name: .*$/m, "name: blocks"));
    const { status, stdout, stderr } = await engine.pulumi(["preview"], { cwd: folder, env });
    expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, output: "" });
  });

  it("is a program, or stands in a file that has a test of its own", async () => {
    const pipelines = join(repository, "pipelines");
    const names = await readdir(pipelines, { recursive: true }).catch(() => []);
    const files = names
      .filter((name) => /\.ya?ml$/.test(name))
      .map((name) => readFile(join(pipelines, name), "utf8"));
    const texts = await Promise.all(files);
    for (const block of yaml.filter((other) => !isProgram(other))) {
      expect({ block, found: texts.some((text) => text.includes(block.text.trim())) }).toEqual({
        block,
        found: true,
      });
    }
  });
});
