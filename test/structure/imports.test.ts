import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const root = join(__dirname, "../..");

// ESLint keeps the folders in order; inside a folder a cycle would mean that no file can be understood before the other.
it("no import leads back to where it started, not even one of a type", () => {
  const imports = new Map(["provider", "sdk"].flatMap(sourcesBelow).map((file) => [file, importsOf(file)]));
  expect(imports.size).toBeGreaterThan(100);
  expect(findCycle(imports)).toEqual([]);
});

it("a cycle would be found", () => {
  const imports = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", []],
    ["d", ["b"]],
  ]);
  expect(findCycle(imports)).toEqual(["b", "d", "b"]);
});

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file));
}

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), "utf8"));
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith(".")) return [];
    const path = join(root, dirname(file), fileName);
    const found = [`${path}.ts`, join(path, "index.ts")].find((candidate) => existsSync(candidate));
    return found === undefined ? [] : [relative(root, found)];
  });
}

/** The files of one cycle, the first one repeated at the end; none if there is no cycle. */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (finished.has(file)) return [];
    for (const imported of imports.get(file) ?? []) {
      const cycle = visit(imported, [...way, file]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
