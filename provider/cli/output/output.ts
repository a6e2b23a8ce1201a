import { safeJson, safeText } from "../../api/safeText";
import type { Surroundings } from "../surroundings";
import { printable, styleFor, wantsColour, type Style } from "./style";

/** What a command says: results on stdout, everything else on stderr. Nothing in it acts on a terminal but its own style. */
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
    if (!this.json) this.#surroundings.stdout.write(`${printable(text)}\n`);
  }

  /** What is worth knowing beside the result. */
  note(text: string): void {
    this.#surroundings.stderr.write(`${printable(text)}\n`);
  }

  /** A whole result in a form of its own, such as Markdown. */
  document(text: string): void {
    this.#surroundings.stdout.write(safeText(text));
  }

  /** Asks on the terminal; `undefined` where there is none. */
  ask(question: string): Promise<string | undefined> {
    return this.#surroundings.ask(safeText(question));
  }

  /** The whole result as JSON, where that is asked for. */
  result(value: unknown): void {
    if (this.json) this.#surroundings.stdout.write(`${safeJson(value, 2)}\n`);
  }

  /** One event of a result that goes on, as one line of JSON. */
  event(value: unknown): void {
    if (this.json) this.#surroundings.stdout.write(`${safeJson(value)}\n`);
  }
}
