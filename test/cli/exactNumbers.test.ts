import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changedValues } from "../../provider/cli/changes/changedValues";
import type { PreviewStep } from "../../provider/cli/changes/pulumiPreview";
import { startExactService, type ExactService } from "../exactService";
import { openCliBench, type CliBench } from "./cliBench";

const held =
  '{"big":9007199254740993.0,"list":[12345678901234567890e0],"text":"\u20639007199254740993 ${a}","pin_token":18446744073709551615}';

describe("import of numbers that no language can hand to Pulumi", () => {
  let bench: CliBench;
  let service: ExactService;
  beforeEach(async () => {
    bench = await openCliBench();
    service = await startExactService(held);
  });
  afterEach(async () => {
    await service.close();
    await bench.close();
  });

  const imported = async (language: string) => {
    const env = { HOSTCONFIG_BASE_URL: service.url };
    const run = await bench.run(["import", "--language", language, "--out", language], { env });
    return { ...run, read: (name: string) => readFileSync(join(bench.folder, language, name), "utf8") };
  };

  it.each([
    ["typescript", "index.ts", "pulumi.secret("],
    ["python", "__main__.py", "pulumi.Output.secret("],
  ])("writes the JSON text in %s, secret as a whole", async (language, file, secret) => {
    const { status, stderr, read } = await imported(language);
    expect(status).toBe(0);
    expect(stderr).toContain("json.pin_token");
    const program = read(file);
    expect(program).not.toMatch(/\u2063/);
    const texts = [...program.matchAll(/json[:=] ?([\w.]+\()("(?:[^"\\]|\\.)*")\)/g)];
    expect(texts.map(([, mark, literal = ""]) => [mark, JSON.parse(literal) as string])).toEqual([
      [secret, held],
      [secret, held],
    ]);
  });

  it.each(["yaml", "go"])("leaves the record out in %s, and says where the number is", async (language) => {
    const { status, stderr, read } = await imported(language);
    expect(status).toBe(0);
    expect(stderr).toContain("host 12 (web1) is left out: Pulumi cannot carry json.big in this language.");
    expect(JSON.parse(read("import.json"))).toEqual({ resources: [] });
  });

  it("finds the number in a list, too", async () => {
    service.held.host = '{"list":["a",[12345678901234567890]]}';
    expect((await imported("yaml")).stderr).toContain("cannot carry json.list[1][0] in this language");
  });
});

describe("a report of changed values", () => {
  const state = (json: unknown, fingerprint: string) => ({
    type: "hostconfig:index:Host",
    inputs: { hostId: 12, json },
    outputs: { hostId: 12, json, fingerprint },
  });
  const changes = (before: unknown, after: unknown) => {
    const step = {
      op: "update",
      urn: "urn:pulumi:dev::program::hostconfig:index:Host::web",
      oldState: state(before, "a"),
      newState: state(after, "b"),
      detailedDiff: { json: { kind: "update" } },
    };
    return changedValues(step as PreviewStep);
  };

  it("names the places inside a JSON text, with the numbers as they are written", () => {
    expect(changes('{"a":{"big":9007199254740993},"b":1}', '{"a":{"big":9007199254740995},"b":1}')).toEqual([
      { path: "json.a.big", before: "9007199254740993", after: "9007199254740995" },
    ]);
  });

  it("compares a JSON text with an object", () => {
    expect(changes({ a: 1, b: [2] }, '{"b":[2],"a":9007199254740993.0}')).toEqual([
      { path: "json.a", before: "1", after: "9007199254740993.0" },
    ]);
  });

  it("masks a JSON text that is a secret", () => {
    expect(changes("[secret]", "[secret]")).toEqual([
      { path: "json", before: "[secret]", after: "[secret]" },
    ]);
  });

  it("masks what is probably a secret in a JSON text", () => {
    expect(changes('{"pin_token":9007199254740993}', '{"pin_token":9007199254740995}')).toEqual([
      { path: "json.pin_token", before: "[secret]", after: "[secret]" },
    ]);
  });
});
