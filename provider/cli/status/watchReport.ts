import type { Clock } from "../../api/clock";
import { durationText } from "../../lifecycle/deployment/durationText";
import type { Output } from "../output/output";
import { statusResult } from "./hostStatus";
import { stateStyle, stateText } from "./statusTable";
import type { WatchEvent } from "./statusWatch";

interface ReportParts {
  clock: Clock;
  output: Output;
}

/** Says what a watch sees, a line an event, with the time since the watch began. */
export class WatchReport {
  readonly #parts: ReportParts;
  readonly #beganAt: number;
  #unreachable = false;

  constructor(parts: ReportParts) {
    this.#parts = parts;
    this.#beganAt = parts.clock.now();
  }

  tell(seen: WatchEvent): void {
    const { output } = this.#parts;
    const { style } = output;
    switch (seen.event) {
      case "output": {
        const { status, line } = seen;
        this.#line(status.name, line);
        output.event({ event: "output", id: status.id, name: status.name, line });
        break;
      }
      case "changed": {
        const { status, milliseconds } = seen;
        const after = milliseconds === undefined ? "" : ` after ${durationText(milliseconds)} or more`;
        const type = status.type === undefined ? "" : ` (${status.type})`;
        this.#line(status.name, stateStyle(status.state, style)(`${stateText(status)}${type}${after}`));
        output.event({ event: "changed", ...statusResult(status) });
        break;
      }
      case "unreachable":
        // Once, and not in every round.
        if (!this.#unreachable) output.note(`Trying again: ${seen.message}`);
    }
    this.#unreachable = seen.event === "unreachable";
  }

  #line(host: string, text: string): void {
    const { clock, output } = this.#parts;
    const passed = durationText(clock.now() - this.#beganAt).padStart(6);
    output.line(`${output.style.faint(passed)}  ${host}: ${text}`);
  }
}
