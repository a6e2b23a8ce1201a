/** Configuration that is missing or malformed. Found before any request is made. */
export class SettingsError extends Error {
  /** One sentence for each problem: the key, the variable, and the command that sets it. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const [first] = problems;
    super(
      problems.length === 1 && first !== undefined
        ? first
        : `The provider's configuration has ${problems.length} problems:${problems.map((problem) => `\n  - ${problem}`).join("")}`,
    );
    this.name = "SettingsError";
    this.problems = problems;
  }
}
