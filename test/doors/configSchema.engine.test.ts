import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asShown } from "../emulator";
import { openInstalledProject, type InstalledProject } from "../engine/installedProject";

jest.setTimeout(300_000);

let project: InstalledProject;

beforeAll(async () => {
  project = await openInstalledProject(asShown);
  const { emulator } = project;
  emulator.addHost({ clientId: emulator.addClient(), name: "web1", json: {} });
  await write("host.schema.json", {
    properties: { php: { properties: { version: { type: "string" } } }, password: { minLength: 20 } },
  });
  await write("package.json", { main: "index.js" });
  await declare("yaml", {});
  await project.pulumi("stack", "init", "dev");
  await project.pulumi("config", "set", "hostconfig:baseUrl", emulator.url);
  await project.pulumi("config", "set", "--secret", "hostconfig:token", emulator.tokens.admin);
});

afterAll(() => project.close());

const write = (file: string, content: unknown) =>
  writeFile(join(project.folder, file), typeof content === "string" ? content : JSON.stringify(content));

const declare = (runtime: string, resources: object) => {
  const providers = [{ name: "hostconfig", path: "node_modules/pulumi-hostconfig/dist/plugin" }];
  return write("Pulumi.yaml", { name: "program", runtime, plugins: { providers }, ...resources });
};

const yaml = (json: object) =>
  declare("yaml", {
    resources: { web: { type: "hostconfig:Host", properties: { hostId: 1, json } } },
  });

const program = async (json: string, before = "") => {
  await declare("nodejs", {});
  await write(
    "index.js",
    `const pulumi = require("@pulumi/pulumi");
const { Host, useConfigSchema } = require("pulumi-hostconfig");
${before}
new Host("web", { hostId: 1, json: ${json} });`,
  );
};

/** One preview that fails, and one that does not. */
async function expectRefusal(wrong: () => Promise<void>, right: () => Promise<void>, message: string) {
  await wrong();
  const refused = await project.pulumi("preview");
  expect(refused.stdout + refused.stderr).toContain(message);
  expect(refused.stdout + refused.stderr).not.toMatch(/s3cret|\n +at /);
  expect(refused.status).not.toBe(0);
  await right();
  expect(await project.pulumi("preview")).toMatchObject({ status: 0 });
  expect(project.emulator.writes()).toEqual([]);
}

describe("hostconfig:configSchema", () => {
  beforeAll(() => project.pulumi("config", "set", "hostconfig:configSchema", "host.schema.json"));
  afterAll(() => project.pulumi("config", "rm", "hostconfig:configSchema"));

  it("stops the preview of a program of the plugin, with the path", () =>
    expectRefusal(
      () => yaml({ php: { version: 8.3 }, password: { "fn::secret": "s3cret" } }),
      () => yaml({ php: { version: "8.3" } }),
      "json.php.version: must be string, says host.schema.json",
    ));

  it("stops the preview of a program of dynamic resources, with the path", () =>
    expectRefusal(
      () => program('{ php: { version: 8.3 }, password: pulumi.secret("s3cret") }'),
      () => program('{ php: { version: "8.3" } }'),
      "json.php.version: must be string, says host.schema.json",
    ));
});

describe("a zod schema of the program", () => {
  const schema = `const { z } = require("${require.resolve("zod")}");
useConfigSchema(z.object({ php: z.object({ version: z.string("must be a text") }), password: z.string().optional() }));`;

  it("stops the preview with the path, also inside a secret", () =>
    expectRefusal(
      () => program('{ php: pulumi.secret({ version: 8.3 }), password: pulumi.secret("s3cret") }', schema),
      () => program('{ php: pulumi.secret({ version: "8.3" }) }', schema),
      'Host "web": json.php.version: must be a text',
    ));
});
