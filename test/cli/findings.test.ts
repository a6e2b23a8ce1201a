import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { UNKNOWN } from "../../provider/config/values";
import {
  finding,
  findingsVariable,
  recordFinding,
  type FindingSecrets,
  type OpenFinding,
} from "../../provider/runtime/findings";
import { cases } from "../full";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hostconfig-findings-"));
  file = join(folder, "findings.jsonl");
  process.env[findingsVariable] = file;
});

afterEach(() => {
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- undefined would be a text
  delete process.env[findingsVariable];
  rmSync(folder, { recursive: true, force: true });
});

const open: OpenFinding = {
  operation: "read",
  urn: "urn:pulumi:dev::hosts::hostconfig:index:Host::web1",
  id: "12",
  label: "Host",
  values: [],
  unpublished: [],
};

function written(values: OpenFinding["values"], secrets: Partial<FindingSecrets> = {}) {
  rmSync(file, { force: true });
  recordFinding({ ...open, values }, { paths: [], texts: [], ...secrets });
  return finding.parse(JSON.parse(readFileSync(file, "utf8")));
}

it("is written where a command asks for it, for nobody else to read, and nowhere else", () => {
  recordFinding(open, { paths: [], texts: [] });
  recordFinding({ ...open, gone: true }, { paths: [], texts: [] });
  const lines = readFileSync(file, "utf8").trim().split("\n");
  expect(lines.map((line) => finding.parse(JSON.parse(line)).gone)).toEqual([false, true]);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);

  process.env[findingsVariable] = join(folder, "no", "such", "folder");
  expect(() => {
    recordFinding(open, { paths: [], texts: [] });
  }).not.toThrow();
});

it("masks what stands at, in and above the place of a secret, and what repeats one", () => {
  const paths = [["json", "db", "password"], ["json", "keys", 1, "key"], ["jsonAdmin"]];
  const value = (path: (string | number)[], before: OpenFinding["values"][number]["before"]) => {
    const [one] = written([{ path, before, after: undefined }], { paths, texts: ["hunter2"] }).values;
    return one?.before;
  };
  expect(value(["json", "db", "password"], "x")).toBe("[secret]");
  expect(value(["json", "db", "password", "deeper"], "x")).toBe("[secret]");
  expect(value(["json", "db"], { user: "shop", password: "x" })).toEqual({
    user: "shop",
    password: "[secret]",
  });
  expect(value(["json", "db"], "mysql://me:x@host")).toBe("[secret]");
  expect(value(["json", "keys"], [{ key: "a" }, { key: "b" }])).toBe("[secret]");
  expect(value(["json", "keys", 0, "key"], "moved")).toBe("[secret]");
  expect(value(["jsonAdmin", "licence"], 7)).toBe("[secret]");
  expect(value(["json", "motd"], "the word is hunter2")).toBe("[secret]");
  expect(value(["json", "motd"], "a URL has hunte%72%32")).toBe("[secret]");
  expect(value(["json", "motd"], ["fine", "hunter2"])).toEqual(["fine", "[secret]"]);
  expect(value(["json", "motd"], UNKNOWN)).toBe("04da6b54-80e4-46f7-96ec-b56ff0331ba9");
  expect(value(["json", "motd"], null)).toBeNull();
});

it("masks what repeats a part of a secret object, unless it is an ordinary word", () => {
  const open = { path: ["json", "a"], before: ["on", "db://me:hunter2@db"], after: "on" };
  const [one] = written([open], { words: ["on", "hunter2"] }).values;
  expect(one).toMatchObject({ before: ["on", "[secret]"], after: "on" });
});

it("masks what is secret in every resource, such as the token", () => {
  const open = { path: ["json", "a"], before: "Bearer tok-en", after: { "tok-en": 1 } };
  const redact = (text: string) => text.replaceAll("tok-en", "[secret]");
  expect(written([open], { redact }).values).toMatchObject([
    { before: "[secret]", after: { "[secret]": 1 } },
  ]);
});

it("never holds a secret, wherever it stands", () => {
  const secret = "s3cret";
  const key = fc.constantFrom("a", "b", "__proto__", "c d");
  const place = fc.array(key, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      place,
      fc.nat(4),
      fc.jsonValue({ maxDepth: 3 }),
      fc.boolean(),
      (keys, depth, other, inList) => {
        const path = ["json", ...keys];
        const inner: unknown = inList ? [other, { deep: `${secret} and more` }] : { [secret]: 1, x: secret };
        const cut = Math.min(depth + 1, path.length);
        const value = path.slice(cut).reduceRight<unknown>(
          (held, step) =>
            Object.fromEntries([
              ["other", other],
              [step, held],
            ]),
          inner,
        );
        for (const secrets of [{ paths: [path] }, { texts: [secret] }]) {
          const property = value as OpenFinding["values"][number]["before"];
          written([{ path: path.slice(0, cut), before: property, after: property }], secrets);
          expect(readFileSync(file, "utf8")).not.toContain(secret);
        }
      },
    ),
    { numRuns: cases(300) },
  );
});
