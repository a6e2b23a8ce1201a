/** Tells what a step shows, and whether it did. */
export class Narrator {
  #step = 0;
  readonly #failures: string[] = [];

  /** Begins a step with one line that says what is being shown. */
  step(text: string): void {
    this.#step += 1;
    console.log(`\n━━ ${this.#step}. ${text}`);
  }

  /** Says what has to be true now, and remembers where it is not. */
  check(text: string, holds: boolean): void {
    console.log(`   ${holds ? "✓" : "✗"} ${text}`);
    if (!holds) this.#failures.push(`step ${this.#step}: ${text}`);
  }

  /** What did not do what it said. */
  get failures(): readonly string[] {
    return this.#failures;
  }
}
