import { spawnSync } from "node:child_process";
import { describeWith } from "../sdks/generatedSdk";
import { blocksOf, documents } from "./documents";
import { typeErrors } from "./typeCheck";

jest.setTimeout(240_000);

const blocks = documents().flatMap(blocksOf);
const of = (language: string) => blocks.filter((block) => block.language === language);
const pythonTools = { name: "python", tools: [["python3", "--version"]] } as const;
const goTools = { name: "go", tools: [["gofmt", "-h"]] } as const;

/** How each language is checked; what is not among these has no test yet. */
const checked = {
  bash: "each command, in commands.engine.test.ts, or a loop as a whole, in loops.all.test.ts",
  go: "its syntax here, as a program of the SDK in test/sdks",
  json: "its syntax here",
  python: "its syntax here, as a program of the SDK in test/sdks",
  text: "the commands in it, in commands.engine.test.ts; the rest is what a terminal shows",
  ts: "its types here, and it is run in programs.all.test.ts",
  yaml: "run in programs.all.test.ts",
};

describe("a block of the documentation", () => {
  it("is of a language that is checked", () => {
    const unknown = blocks.filter(({ language }) => !Object.hasOwn(checked, language));
    expect(unknown.map(({ place, language }) => `${place}: ${language}`)).toEqual([]);
  });

  it("in JSON can be read", () => {
    for (const { text } of of("json")) expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});

describe("a block in TypeScript", () => {
  const misspelt = 'import { Host } from "pulumi-hostconfig";\n\nnew Host("x", { hostID: 1 });\n';
  let errors: Map<string, string[]>;
  beforeAll(() => {
    errors = typeErrors([...of("ts"), { place: "a misspelt input", language: "ts", text: misspelt }]);
  });

  it.each(of("ts"))("($place) has the types of the package", ({ place }) => {
    expect(errors.get(place)).toEqual([]);
  });

  it("would be found by a misspelt input", () => {
    expect(errors.get("a misspelt input")).toEqual([
      expect.stringContaining("'hostID' does not exist") as unknown,
    ]);
  });
});

describeWith(pythonTools)("a block in Python", () => {
  it.each(of("python"))("($place) can be compiled", ({ text }) => {
    expect(said("python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], text)).toBe("");
  });
});

describeWith(goTools)("a block in Go", () => {
  it.each(of("go"))("($place) can be read, and is formatted as Go's own", ({ text }) => {
    expect(said("gofmt", ["-l", "-e"], text)).toBe("");
  });
});

/** What a tool says of a block that it gets as its input: nothing where all is well. */
function said(tool: string, args: readonly string[], input: string): string {
  const { stdout, stderr } = spawnSync(tool, args, { input, encoding: "utf8" });
  return stdout + stderr;
}
