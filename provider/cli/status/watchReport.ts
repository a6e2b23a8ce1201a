import type { Clock } from "../../api/clock";
import type { HostConfigApi } from "../../api/hostConfigApi";
import { durationText } from "../../lifecycle/deployment/durationText";
import { outputRedactor } from "../hosts/outputRedactor";
import type { Output } from "../output/output";
import { statusResult } from "./hostStatus";
import { stateStyle, stateText } from "./statusTable";
import type { WatchEvent } from "./statusWatch";

interface ReportParts {
  api: HostConfigApi;
  clock: Clock;
  signal: AbortSignal;
  output: Output;
  token: string;
}

/** Says what a watch sees, a line an event, with the time since the watch began. */
export class WatchReport {
  readonly #parts: ReportParts;
  readonly #beganAt: number;
  /** By host; read when the output of its job is shown first. */
  readonly #redactors = new Map<number, Promise<(text: string) => string>>();
  #unreachable = false;

  constructor(parts: ReportParts) {
    this.#parts = parts;
    this.#beganAt = parts.clock.now();
  }

  async tell(seen: WatchEvent): Promise<void> {
    const { output } = this.#parts;
    const { style } = output;
    switch (seen.event) {
      case "output": {
        const line = (await this.#redactor(seen.status.id))(seen.line);
        this.#line(seen.status.name, line);
        output.event({ event: "output", id: seen.status.id, name: seen.status.name, line });
        break;
      }
      case "changed": {
        // A deployment may publish other secrets than the one before.
        this.#redactors.delete(seen.status.id);
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

  #redactor(hostId: number): Promise<(text: string) => string> {
    const { api, token, signal } = this.#parts;
    const redactor = this.#redactors.get(hostId) ?? outputRedactor(api, hostId, token, signal);
    this.#redactors.set(hostId, redactor);
    return redactor;
  }
}
