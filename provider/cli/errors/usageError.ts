import { CommandError } from "./commandError";

/** A command line that cannot be understood; nothing was done. */
export class UsageError extends CommandError {}
