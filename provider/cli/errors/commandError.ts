/** A command that cannot do what it was asked for. */
export class CommandError extends Error {
  /** What the user can do about it, one line each, in the order of trying. */
  readonly steps: readonly string[];

  constructor(message: string, steps: readonly string[] = []) {
    super(message);
    this.name = new.target.name;
    this.steps = steps;
  }
}
