import type { DeployStatus } from "../api/hostConfigApi";
import type { ProgressSink } from "./context";
import { durationText, endedText, OutputFollower } from "./output";
import { statusKind } from "./status";
import type { WaitReport } from "./wait";

/** Lines that one status shows at the most; a job that prints more than anybody can read must not hold the wait up. */
const mostLines = 100;

/** Turns what a wait sees into lines for the user; no line repeats. */
export class DeploymentProgress {
  readonly #sink: ProgressSink;
  readonly #type: string;
  readonly #host: string | undefined;
  #output = new OutputFollower();
  #lastMessage = "";
  #joined = false;

  /** @param host begins every line, where others share the place */
  constructor(sink: ProgressSink, type: string, host?: string) {
    this.#sink = sink;
    this.#type = type;
    this.#host = host;
  }

  /** The deployment was started by an earlier operation. */
  joining(): void {
    this.#joined = true;
    this.#say(`${this.#type}: joining the deployment that an earlier update has started`);
  }

  starting(before: DeployStatus | undefined): void {
    this.#joined = false;
    this.#output = new OutputFollower(before?.jobStdout);
    this.#say(`${this.#type}: starting`);
  }

  polled(report: WaitReport, status: DeployStatus | undefined, milliseconds: number): void {
    const after = durationText(milliseconds);
    switch (report) {
      case "busy": {
        const work = status?.publishingStatus === "import" ? "an import" : "another deployment";
        this.#say(`waiting for ${work} to end, ${after}`);
        return;
      }
      case "appearing":
        this.#say(`${this.#type}: waiting for the deployment to appear, ${after}`);
        return;
      case "running": {
        // A status that shows the deployment before again shows its output, too.
        const shows = statusKind(status, undefined) === "deploying";
        const lines = shows ? this.#newLines(status, false) : [];
        for (const line of lines) this.#say(`${this.#type}: running, ${after}: ${line}`);
        if (lines.length === 0) this.#say(`${this.#type}: running, ${after}`);
        return;
      }
      case "unreachable":
        this.#say(`${this.#type}: the service does not answer, trying again, ${after}`);
    }
  }

  ended(status: DeployStatus | undefined, milliseconds: number): void {
    const after = durationText(milliseconds);
    for (const line of this.#newLines(status, true)) this.#say(`${this.#type}: ${after}: ${line}`);
    const ended = endedText(this.#joined ? undefined : milliseconds);
    this.#say(`${this.#type}: ${status?.publishingStatus ?? "ended"}${ended}`);
  }

  resetting(milliseconds: number): void {
    this.#say(
      `no progress for over five minutes, resetting the other deployment, ${durationText(milliseconds)}`,
    );
  }

  #newLines(status: DeployStatus | undefined, ended: boolean): string[] {
    const lines = this.#output.take(status?.jobStdout, ended);
    if (lines.length <= mostLines) return lines;
    return [`(${lines.length - mostLines} lines left out)`, ...lines.slice(-mostLines)];
  }

  #say(message: string): void {
    if (message === this.#lastMessage) return;
    this.#lastMessage = message;
    this.#sink.status(this.#host === undefined ? message : `${this.#host}: ${message}`);
  }
}
