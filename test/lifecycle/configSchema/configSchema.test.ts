import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configSchemaFile } from "../../../provider/config/configSchema";
import { UNKNOWN, type Properties } from "../../../provider/config/values";
import { groupConfigLifecycle, hostLifecycle } from "../../../provider/resource/lifecycle";

const folder = mkdtempSync(join(tmpdir(), "hostconfig-schema-"));
const file = join(folder, "host.schema.json");

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A team's schema. */
const schema = {
  type: "object",
  required: ["webserver"],
  additionalProperties: false,
  properties: {
    webserver: { enum: ["nginx", "apache"] },
    php: {
      type: "object",
      properties: {
        version: { type: "string", pattern: "^8\\." },
        workers: { type: "integer", maximum: 64 },
      },
      required: ["version"],
    },
    database: { $ref: "#/$defs/database" },
    cache: { anyOf: [{ type: "boolean" }, { type: "object", required: ["size"] }] },
    domains: { type: "array", uniqueItems: true, items: { type: "string" } },
    password: { type: "string", minLength: 12 },
    tls: { const: true },
  },
  if: { properties: { webserver: { const: "apache" } }, required: ["webserver"] },
  then: { required: ["php"] },
  $defs: { database: { type: "object", properties: { port: { type: "integer" } } } },
};

function check(json: unknown, use: unknown = schema, inputs: Properties = {}): string[] {
  writeFileSync(file, typeof use === "string" ? use : JSON.stringify(use));
  const news = { hostId: 12, json: json as Properties, ...inputs };
  const { failures } = hostLifecycle.check({}, news, configSchemaFile(file));
  return failures.map(({ property, reason }) => `${property}: ${reason.replace(`, says ${file}`, "")}`);
}

describe("a team's JSON schema", () => {
  it("accepts what fits", () => {
    expect(check({ webserver: "nginx", php: { version: "8.3", workers: 4 }, cache: true })).toEqual([]);
  });

  it("takes numbers for numbers that are larger than JavaScript can tell apart", () => {
    const database = (port: string) => `{"webserver":"nginx","database":{"port":${port}}}`;
    expect(check(database("9007199254740993"))).toEqual([]);
    expect(check(database('"9007199254740993"'))).toEqual(["json.database.port: must be integer"]);
  });

  it("names itself, so that people know who demands it", () => {
    writeFileSync(file, JSON.stringify(schema));
    const { failures } = hostLifecycle.check({}, { hostId: 12, json: {} }, configSchemaFile(file));
    expect(failures).toEqual([{ property: "json.webserver", reason: `is required, says ${file}` }]);
  });

  it.each([
    [{}, ["json.webserver: is required"]],
    [{ webserver: "caddy" }, ['json.webserver: must be one of "nginx", "apache"']],
    [{ webserver: "nginx", php: { version: 8.3 } }, ["json.php.version: must be string"]],
    [
      { webserver: "nginx", php: { workers: 100 } },
      ["json.php.version: is required", "json.php.workers: must be <= 64"],
    ],
    [{ webserver: "nginx", websever: 1 }, ["json.websever: there is no such key"]],
    [{ webserver: "nginx", database: { port: "x" } }, ["json.database.port: must be integer"]],
    [{ webserver: "nginx", domains: ["a", 1] }, ["json.domains[1]: must be string"]],
    [{ webserver: "nginx", tls: false }, ["json.tls: must be true"]],
    [
      { webserver: "nginx", cache: "yes" },
      ["json.cache: fits none of the alternatives: must be boolean; or must be object"],
    ],
    [
      { webserver: "nginx", cache: {} },
      ["json.cache: fits none of the alternatives: must be boolean; or size is required"],
    ],
    [{ webserver: "apache" }, ["json.php: is required"]],
  ])("refuses %j with the path: %j", (json, problems) => {
    expect(check(json)).toEqual(problems);
  });

  it("never shows a value of the configuration", () => {
    const problems = check({ webserver: "s3cret-value", password: "s3cret", php: { version: "s3cret-v" } });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain("s3cret");
  });

  it.each([
    [{ webserver: UNKNOWN }],
    [{ webserver: "nginx", php: UNKNOWN }],
    [{ webserver: "nginx", php: { version: UNKNOWN } }],
    [{ webserver: "nginx", cache: { size: UNKNOWN } }],
    [{ webserver: "nginx", cache: UNKNOWN }],
    [{ webserver: "nginx", domains: ["a", UNKNOWN] }],
    [{ webserver: "nginx", tls: UNKNOWN }],
    [UNKNOWN],
  ])("judges nothing that is not known yet: case %#", (json) => {
    expect(check(json)).toEqual([]);
  });

  it("judges beside what is not known what is", () => {
    expect(check({ webserver: "nginx", php: { version: UNKNOWN, workers: 100 }, tls: false })).toEqual([
      "json.php.workers: must be <= 64",
      "json.tls: must be true",
    ]);
  });

  it("misses no key where others may keep it on the host", () => {
    const declared = { ownership: "declared" };
    expect(check({ php: { workers: 4 } }, schema, declared)).toEqual([]);
    expect(check({ php: { workers: 100 }, other: 1 }, schema, declared)).toEqual([
      "json.other: there is no such key",
      "json.php.workers: must be <= 64",
    ]);
    expect(check({ webserver: "apache" }, schema, declared)).toEqual([]);
  });

  it("holds for a group's part of the configuration too", () => {
    writeFileSync(file, JSON.stringify(schema));
    const rule = configSchemaFile(file);
    const { failures } = groupConfigLifecycle.check(
      {},
      { groupId: 1, json: { php: { workers: "4" } } },
      rule,
    );
    expect(failures.map(({ property }) => property)).toEqual(["json.php.workers"]);
  });

  it("reads the configuration from its JSON text as well", () => {
    expect(check('{"webserver":"caddy"}')).toEqual(['json.webserver: must be one of "nginx", "apache"']);
  });

  it.each([
    ["http://json-schema.org/draft-07/schema#", { items: [{ type: "string" }] }, [1], "must be string"],
    ["https://json-schema.org/draft/2019-09/schema", { items: [{ type: "string" }] }, [1], "must be string"],
    [
      "https://json-schema.org/draft/2020-12/schema",
      { prefixItems: [{ type: "string" }] },
      [1],
      "must be string",
    ],
  ])("is read by the rules of %s", ($schema, list, value, message) => {
    expect(check({ list: value }, { $schema, properties: { list } })).toEqual([`json.list[0]: ${message}`]);
  });

  it.each([
    ["{", "is no JSON"],
    ["[]", "is no JSON schema, which is an object"],
    ['{"type":"objekt"}', "is no usable JSON schema"],
    ['{"$ref":"other.json"}', "can't resolve reference other.json"],
    ['{"$schema":"http://json-schema.org/draft-04/schema#"}', "draft-07, 2019-09 and 2020-12 can be read"],
  ])("that cannot be used stops the preview: %s", (text, message) => {
    const [problem, ...more] = check({}, text);
    expect(more).toEqual([]);
    expect(problem).toMatch(/^json: cannot be checked: hostconfig:configSchema /);
    expect(problem).toContain(message);
  });

  it("that is not there is told with the path that was tried", () => {
    const { failures } = hostLifecycle.check(
      {},
      { hostId: 1, json: {} },
      configSchemaFile(join(folder, "none.json")),
    );
    expect(failures[0]?.reason).toContain(join(folder, "none.json"));
    expect(failures[0]?.reason).toMatch(/from the folder of the project\.$/);
  });

  it("counts what is too much to show", () => {
    const json = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, 1]));
    const problems = check({ webserver: "nginx", ...json });
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe("json: and 30 more problems");
  });
});
