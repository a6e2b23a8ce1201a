import type { Surroundings } from "../surroundings";
import { jsonText } from "./plainText";
import { styleFor, wantsColour, type Style } from "./style";

/** What a command says: results on stdout, everything else on stderr. */
export class Output {
  /** Results as JSON, for programs. */
  readonly json: boolean;
  readonly style: Style;
  readonly #surroundings: Surroundings;

  constructor(surroundings: Surroundings, json: boolean) {
    this.json = json;
    this.#surroundings = surroundings;
    this.style = styleFor(!json && wantsColour(surroundings.env, surroundings.stdout));
  }

  /** A line of a result for people; nothing where the result is JSON. */
  line(text = ""): void {
    if (!this.json) this.#surroundings.stdout.write(`${text}\n`);
  }

  /** What is worth knowing beside the result. */
  note(text: string): void {
    this.#surroundings.stderr.write(`${text}\n`);
  }

  /** The whole result as JSON, where that is asked for. */
  result(value: unknown): void {
    if (this.json) this.#surroundings.stdout.write(`${jsonText(value, 2)}\n`);
  }

  /** One event of a result that goes on, as one line of JSON. */
  event(value: unknown): void {
    if (this.json) this.#surroundings.stdout.write(`${jsonText(value)}\n`);
  }
}
