/** How Pulumi's engine begins a line of its own log. */
const logLine = /^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ \w+\.go:\d+\] /;

/**
 * What was printed, without the one thing in it that is out of a provider's hands: the engine's own log, which from
 * `-v=7` on shows every property of every provider, secrets opened.
 */
export function withoutEngineLog(output: string): string {
  const kept: string[] = [];
  let depth = 0;
  for (const line of output.split("\n")) {
    if (logLine.test(line)) {
      depth = nesting(line.replace(logLine, ""));
    } else if (depth > 0) {
      // A value of several lines goes on until its brackets are closed.
      depth += nesting(line);
    } else {
      kept.push(line);
    }
  }
  return kept.join("\n");
}

function nesting(text: string): number {
  return (text.match(/[({[]/g) ?? []).length - (text.match(/[)}\]]/g) ?? []).length;
}
