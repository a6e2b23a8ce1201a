/** Where a Pulumi CLI came from. */
export type CliSource = "PATH" | "npm" | "go";

/** A Pulumi CLI that answered to `pulumi version`. */
export interface FoundCli {
  /** Absolute path of the executable. */
  readonly path: string;
  /** Its version without the leading `v`, for instance `3.230.0`. */
  readonly version: string;
  readonly source: CliSource;
}

/** Why one way of finding a CLI found none. */
export interface Unavailable {
  /** One sentence without a full stop. */
  readonly unavailable: string;
}

/** One way of finding a Pulumi CLI. */
export interface CliWay {
  /** How messages name it. */
  readonly name: string;
  /** A CLI that is there already; quick. */
  installed(): Promise<FoundCli | Unavailable>;
  /** Fetches or builds one; may take minutes. Absent where nothing can be fetched. */
  install?(): Promise<FoundCli | Unavailable>;
}

/** Tells a CLI from the reason for having none. */
export function isFound(result: FoundCli | Unavailable): result is FoundCli {
  return "path" in result;
}
