/** Flags whose value is an argument of its own. */
const withValue: ReadonlySet<string> = new Set(["--tracing", "-tracing"]);

/**
 * The engine's address among the arguments: the first one that is no flag. The flags that engines pass on, such as
 * `--logtostderr`, `-v=9` and `--tracing ADDRESS`, mean nothing here.
 */
export function engineAddressOf(args: readonly string[]): string | undefined {
  return args.find((arg, index) => !arg.startsWith("-") && !withValue.has(args[index - 1] ?? ""));
}
