import { join } from "node:path";
import ts from "typescript";
import { repository, type Block } from "./documents";

/**
 * What the compiler finds wrong with blocks of TypeScript, by the place of the block: each is a module of its own, beside
 * this package's sources, under the tree's own options.
 */
export function typeErrors(blocks: readonly Block[]): Map<string, string[]> {
  // Modules of the ES kind: a program may wait at its top.
  const files = new Map(blocks.map((block, index) => [join(repository, `block${index}.mts`), block]));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(repository, "tsconfig.json"), (file) => ts.sys.readFile(file)).config,
    ts.sys,
    repository,
  );
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => files.has(file) || disk.fileExists(file),
    readFile: (file) => files.get(file)?.text ?? disk.readFile(file),
    getSourceFile: (file, ...rest) => {
      const block = files.get(file);
      return block === undefined
        ? disk.getSourceFile(file, ...rest)
        : ts.createSourceFile(file, block.text, {
            languageVersion: ts.ScriptTarget.ES2022,
            impliedNodeFormat: ts.ModuleKind.ESNext,
          });
    },
    getCurrentDirectory: () => repository,
  };
  const program = ts.createProgram({ rootNames: [...files.keys()], options, host });
  return new Map(
    [...files].map(([file, { place }]) => {
      const source = program.getSourceFile(file);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      return [place, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))];
    }),
  );
}
