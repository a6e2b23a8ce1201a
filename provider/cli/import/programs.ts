import { goProgram } from "./go";
import type { ProgramWriter } from "./programWriter";
import { pythonProgram } from "./python";
import { typescriptProgram } from "./typescript";
import { yamlProgram } from "./yaml";

export const languages = ["typescript", "yaml", "python", "go"] as const;
type Language = (typeof languages)[number];

/** What writes a program, by language. */
export const programs: Readonly<Record<Language, ProgramWriter>> = {
  typescript: typescriptProgram,
  yaml: yamlProgram,
  python: pythonProgram,
  go: goProgram,
};
