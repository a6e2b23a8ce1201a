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

/** A command line that cannot be understood; nothing was done. */
export class UsageError extends CommandError {}

/** What a script learns from the end of a command. */
export const exitStatus = {
  /** The command did what it was asked for. */
  ok: 0,
  /** The command could not do it: the message says why, and what to do. */
  failed: 1,
  /** The command line itself is wrong; nothing was done. */
  usage: 2,
  /** The command worked, and found what a script may want to stop for: drift, a failed deployment, a problem of the set-up. */
  found: 3,
  /** The command worked: nobody changed anything, and something is saved that is not published yet. */
  unpublished: 4,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];
