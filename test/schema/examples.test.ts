import { readdirSync } from "node:fs";
import { join } from "node:path";
import { examplesOf, withExamples, packageSchema } from "../../provider/plugin/schema/packageSchema";

const { resources, functions } = packageSchema();
const names = Object.keys({ ...resources, ...functions }).map((token) =>
  token.replace("hostconfig:index:", ""),
);

describe("the examples of the schema", () => {
  it.each(names)("show %s in four languages", (name) => {
    const examples = examplesOf(name);
    expect(examples).not.toEqual([]);
    for (const { body } of examples) {
      const languages = [...body.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
      expect(languages).toEqual(["typescript", "python", "go", "yaml"]);
    }
  });

  it("belong to something that is there", () => {
    const files = readdirSync(join(__dirname, "../../provider/plugin/schema/examples"));
    const subjects = files.map((file) => file.replace(/(\.import)?\.md$/, ""));
    expect([...new Set(subjects)].sort()).toEqual([...names].sort());
  });

  it("stand between marks by which generators pick their language", () => {
    const text = withExamples("getClient", "Reads a client.");
    expect(text).toMatch(
      /^Reads a client\.\n\n\{\{% examples %\}\}\n## Example Usage\n\n\{\{% example %\}\}\n### /,
    );
    expect(text).toMatch(/```\n\{\{% \/example %\}\}\n\{\{% \/examples %\}\}$/);
  });

  it("are followed by how to import, where that is possible", () => {
    expect(withExamples("Host", "A host.")).toContain(
      "{{% /examples %}}\n\n## Import\n\nA host is imported by its id",
    );
    expect(withExamples("getHost", "Reads a host.")).not.toContain("## Import");
  });
});
