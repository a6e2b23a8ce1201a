/** Adds a step to a test. */
export type Step = (name: string, run: () => Promise<void> | void) => void;

/**
 * One test of several steps, each of which continues where the one before it ended. The steps run in the order in which
 * they are added; a failure names its step.
 *
 * @param before runs before each step
 */
export function steps(test: string, before: () => Promise<void> | void = () => undefined): Step {
  const all: Parameters<Step>[] = [];
  it(test, async () => {
    for (const [name, run] of all) {
      try {
        await before();
        await run();
      } catch (error) {
        if (error instanceof Error) error.message = `Step "${name}": ${error.message}`;
        throw error;
      }
    }
  });
  return (name, run) => {
    all.push([name, run]);
  };
}
