/** Prints a line for the person who waits; never to stdout, which belongs to the command that is run. */
export function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Says what is being done, and again every ten seconds with the seconds so far, until the work ends. */
export async function withProgress<T>(
  what: string,
  work: () => Promise<T>,
  say: (line: string) => void = report,
  everySeconds = 10,
): Promise<T> {
  const started = Date.now();
  const seconds = (): number => Math.round((Date.now() - started) / 1000);
  say(`${what} ...`);
  const timer = setInterval(() => {
    say(`${what} ... ${seconds()} s`);
  }, everySeconds * 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
