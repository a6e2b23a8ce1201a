import type { Clock } from "../../api/clock";
import { ApiError } from "../../api/errors";
import type { HostConfigApi } from "../../api/hostConfigApi";
import { OutputFollower, durationText } from "../../deploy/output";
import type { Output } from "../output";
import { isBusy, readHostStatus, type HostStatus, statusResult, stateStyle, stateText } from "./statusTable";

/** Hosts without a running deployment that are looked at in one round, so that many hosts ask for few requests. */
const idleInARound = 20;

/** What a watch sees. */
type WatchEvent =
  | { event: "changed"; before: HostStatus; status: HostStatus; milliseconds: number | undefined }
  /** The line is redacted. */
  | { event: "output"; status: HostStatus; line: string }
  | { event: "unreachable"; message: string };

type Redact = (text: string) => string;

interface Watched {
  status: HostStatus;
  follower: OutputFollower;
  /** Takes secrets out of the output of this deployment; read when there is output to show. */
  redact: Redact | undefined;
  /** When it was seen running first. */
  since: number | undefined;
}

/** What a watch works with. */
interface WatchParts {
  api: HostConfigApi;
  clock: Clock;
  signal: AbortSignal;
  /** Milliseconds between two rounds. */
  interval: number;
  redactorOf: (hostId: number) => Promise<Redact>;
  tell: (event: WatchEvent) => void;
}

/** Follows hosts: what is running in every round, the others by turns. */
export class StatusWatch {
  readonly #parts: WatchParts;
  readonly #watched: Watched[];
  #next = 0;

  constructor(parts: WatchParts, statuses: readonly HostStatus[]) {
    this.#parts = parts;
    const now = parts.clock.now();
    this.#watched = statuses.map((status) => ({
      status,
      // What a running deployment has printed so far is shown; what an ended one has printed is not.
      follower: new OutputFollower(isBusy(status) ? "" : status.output),
      redact: undefined,
      since: isBusy(status) ? now : undefined,
    }));
  }

  get statuses(): HostStatus[] {
    return this.#watched.map(({ status }) => status);
  }

  /**
   * Looks again and again.
   *
   * @param untilIdle whether to stop as soon as nothing runs; else it goes on until the signal is aborted
   */
  async run(untilIdle: boolean): Promise<void> {
    const { clock, signal, interval } = this.#parts;
    await this.#take(
      this.#watched.map((watched) => ({ watched, look: () => this.#withRedactor(watched, watched.status) })),
    );
    while (!untilIdle || this.#watched.some(({ status }) => isBusy(status))) {
      await clock.sleep(interval, signal);
      await this.#take(this.#due().map((watched) => ({ watched, look: () => this.#look(watched) })));
    }
  }

  /** Takes what each look sees; one that fails for now is made again in another round. */
  async #take(due: readonly { watched: Watched; look: () => Promise<Look> }[]): Promise<void> {
    const looks = await Promise.allSettled(due.map(({ look }) => look()));
    this.#parts.signal.throwIfAborted();
    for (const [index, look] of looks.entries()) {
      const watched = due[index]?.watched;
      if (watched === undefined) continue;
      if (look.status === "fulfilled") this.#seen(watched, look.value);
      else if (!(look.reason instanceof ApiError && look.reason.transient)) throw look.reason;
    }
    const failure = looks.find((look) => look.status === "rejected");
    if (failure !== undefined && failure.reason instanceof Error) {
      this.#parts.tell({ event: "unreachable", message: failure.reason.message });
    }
  }

  async #look(watched: Watched): Promise<Look> {
    const { api, signal } = this.#parts;
    const { id, name, clientId } = watched.status;
    return this.#withRedactor(watched, await readHostStatus(api, { id, name, clientId }, signal));
  }

  /** Reads what is secret before a line is taken: one that was taken and cannot be shown would be lost. */
  async #withRedactor({ status: before, redact }: Watched, status: HostStatus): Promise<Look> {
    const changed = hasChanged(before, status);
    // A deployment may publish other secrets than the one before.
    if (redact !== undefined && (isBusy(before) || !changed)) return { status, redact };
    const shows = status.output !== "" && (isBusy(status) || changed);
    return { status, redact: shows ? await this.#parts.redactorOf(status.id) : undefined };
  }

  /** Everything that runs, and some of the others. */
  #due(): Watched[] {
    const busy = this.#watched.filter(({ status }) => isBusy(status));
    const others = this.#watched.filter(({ status }) => !isBusy(status));
    const from = others.length === 0 ? 0 : this.#next % others.length;
    const turn = [...others.slice(from), ...others.slice(0, from)].slice(0, idleInARound);
    this.#next = from + turn.length;
    return [...busy, ...turn];
  }

  #seen(watched: Watched, { status, redact }: Look): void {
    const { clock, tell } = this.#parts;
    const before = watched.status;
    const now = clock.now();
    const changed = hasChanged(before, status);
    watched.status = status;
    watched.redact = redact;
    if (isBusy(status) && !isBusy(before)) {
      watched.since = now;
      watched.follower = new OutputFollower(before.output);
      tell({ event: "changed", before, status, milliseconds: undefined });
      this.#tellOutput(watched, false);
      return;
    }
    this.#tellOutput(watched, changed);
    if (!changed) return;
    const milliseconds = watched.since === undefined ? undefined : now - watched.since;
    watched.since = isBusy(status) ? watched.since : undefined;
    tell({ event: "changed", before, status, milliseconds });
  }

  #tellOutput({ status, follower, redact }: Watched, ended: boolean): void {
    if (redact === undefined || !(ended || isBusy(status))) return;
    for (const line of follower.take(status.output, ended, redact)) {
      this.#parts.tell({ event: "output", status, line });
    }
  }
}

/** What a look at a host saw. */
interface Look {
  status: HostStatus;
  redact: Redact | undefined;
}

function hasChanged(before: HostStatus, status: HostStatus): boolean {
  return (
    before.state !== status.state ||
    (!isBusy(status) && (before.status !== status.status || before.finishedAt !== status.finishedAt))
  );
}

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
