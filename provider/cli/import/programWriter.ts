import type { UnusableMember, Estate } from "./inventory";

/** A file of the project. */
export interface ProjectFile {
  path: string;
  text: string;
  /** A file that a project may have already, and that is then left as it is. */
  scaffold: boolean;
}

/** A command to run, or what else to do, with the reason. */
export interface NextStep {
  what: string;
  command?: string;
}

/** Writes the program of an estate in one language. */
export interface ProgramWriter {
  /** Members of a configuration that the language cannot carry. */
  unusable: UnusableMember;
  /** The files beside the import file, the program first. */
  files(estate: Estate, project: string): ProjectFile[];
  /** What to do between the writing and the import. */
  prepare: readonly NextStep[];
}
