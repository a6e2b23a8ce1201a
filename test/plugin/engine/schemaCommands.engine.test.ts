import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { openEngine, type Engine } from "../../engine/openEngine";
import { packedPlugin } from "../../engine/yamlProject";
import { schemaPath } from "../../../provider/plugin/providerService";
import { packageSchema } from "../../../provider/plugin/schema/packageSchema";

jest.setTimeout(120_000);

const schema = packageSchema();
const account = { HOSTCONFIG_BASE_URL: "https://panel.example.com", HOSTCONFIG_TOKEN: "a-token" };

let engine: Engine;
let folder: string;
let executables: string;
let executable: string;

beforeAll(async () => {
  engine = await openEngine();
  folder = await mkdtemp(join(tmpdir(), "hostconfig-schema-"));
  executables = await packedPlugin();
  executable = join(executables, "pulumi-resource-hostconfig");
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await engine.close();
});

const pulumi = (...args: string[]) => engine.pulumi(args, { cwd: folder });

describe("pulumi schema check", () => {
  it("accepts the schema without a word", async () => {
    const { status, stdout, stderr } = await pulumi("schema", "check", schemaPath);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it("refuses it with a mistake in it", async () => {
    const text = JSON.stringify(schema).replace(
      "#/types/hostconfig:index:Deploy",
      "#/types/hostconfig:index:Deplo",
    );
    await writeFile(join(folder, "mistake.json"), text);
    const { status, stdout, stderr } = await pulumi("schema", "check", "mistake.json");
    expect(status).not.toBe(0);
    expect(stdout + stderr).toContain("not found in package hostconfig");
  });
});

describe("pulumi package get-schema", () => {
  it("gets from the plugin what the definitions give, without a warning", async () => {
    const { status, stdout, stderr } = await pulumi("package", "get-schema", executable);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});

describe("pulumi package info", () => {
  const info = async (...args: string[]) => {
    const { status, stdout, stderr } = await pulumi("package", "info", executable, ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stripVTControlCharacters(stdout);
  };

  it("lists every resource and every function", async () => {
    const listed = await info();
    for (const token of [...Object.keys(schema.resources), ...Object.keys(schema.functions)]) {
      expect(listed).toMatch(new RegExp(`^ - ${token.replace("hostconfig:index:", "")}: \\S`, "m"));
    }
  });

  it.each(Object.entries(schema.resources))(
    "describes every input of %s",
    async (token, { inputProperties }) => {
      const inputs = (await info("--resource", token.replace("hostconfig:index:", ""))).split("Outputs:")[0];
      for (const [input, { description }] of Object.entries(inputProperties)) {
        expect(inputs).toMatch(new RegExp(`^ - ${input} `, "m"));
        expect(inputs).toContain(`: ${description}`);
      }
    },
  );
});

describe("pulumi package add", () => {
  it("adds the package to a YAML project, whose program then finds it on PATH", async () => {
    const project = join(folder, "Pulumi.yaml");
    await writeFile(project, "name: program\nruntime: yaml\n");
    const added = await pulumi("package", "add", executable);
    expect(added).toMatchObject({ status: 0 });
    const declared = await readFile(project, "utf8");
    expect(declared).toContain(`hostconfig: hostconfig@${schema.version}`);
    await writeFile(
      project,
      `${declared}\nresources:\n  web:\n    type: hostconfig:Host\n    properties: { hostId: 12 }\n`,
    );
    await pulumi("stack", "init", "dev");
    const env = { ...account, PATH: [executables, engine.env.PATH].join(delimiter) };
    const preview = await engine.pulumi(["preview", "--diff"], { cwd: folder, env });
    expect(preview).toMatchObject({ status: 0 });
    expect(preview.stdout).toMatch(/hostconfig:index:Host: \(create\)/);
  });
});
