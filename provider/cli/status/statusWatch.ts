import type { Clock } from "../../api/clock";
import { ApiError } from "../../api/errors";
import type { HostConfigApi } from "../../api/hostConfigApi";
import { OutputFollower, durationText } from "../../deploy/output";
import { plainText, type Output } from "../output";
import {
  finishedAt,
  inStateStyle,
  isBusy,
  jobOutput,
  readHostStatus,
  stateAndType,
  statusResult,
  type HostStatus,
} from "./hostStatus";

/** Hosts without a running deployment that are read in one round, so that many hosts cost few requests. */
const idleInARound = 20;

type Redact = (text: string) => string;

interface WatchParts {
  api: HostConfigApi;
  clock: Clock;
  signal: AbortSignal;
  output: Output;
  /** Milliseconds between two rounds. */
  interval: number;
  redactorOf: (hostId: number) => Promise<Redact>;
}

interface Watched {
  status: HostStatus;
  follower: OutputFollower;
  /** Masks secrets in the output of this deployment; read when there is output to show. */
  redact: Redact | undefined;
  /** When it was first seen running. */
  since: number | undefined;
}

type Seen = Pick<Watched, "status" | "redact">;

/** Follows hosts, those that are busy in every round and the others by turns, and prints a line for each event. */
export class StatusWatch {
  readonly #parts: WatchParts;
  readonly #watched: readonly Watched[];
  readonly #beganAt: number;
  #next = 0;
  #unreachable = false;

  constructor(parts: WatchParts, statuses: readonly HostStatus[]) {
    this.#parts = parts;
    const now = parts.clock.now();
    this.#beganAt = now;
    this.#watched = statuses.map((status) => ({
      status,
      // What a running deployment has printed so far is shown; what an ended one has printed is not.
      follower: new OutputFollower(isBusy(status) ? "" : jobOutput(status)),
      redact: undefined,
      since: isBusy(status) ? now : undefined,
    }));
  }

  get statuses(): HostStatus[] {
    return this.#watched.map(({ status }) => status);
  }

  /** @param untilIdle whether to stop as soon as nothing runs; else it ends when the signal is aborted */
  async run(untilIdle: boolean): Promise<void> {
    const { api, clock, signal, interval } = this.#parts;
    await this.#round(this.#watched, ({ status }) => Promise.resolve(status));
    while (!untilIdle || this.#watched.some(({ status }) => isBusy(status))) {
      await clock.sleep(interval, signal);
      await this.#round(this.#due(), ({ status }) => readHostStatus(api, status.host, signal));
    }
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

  /** Reads hosts and shows what is new; a read that fails for now is made again in another round. */
  async #round(due: readonly Watched[], read: (watched: Watched) => Promise<HostStatus>): Promise<void> {
    const results = await Promise.allSettled(
      due.map(async (watched) => {
        const status = await read(watched);
        return { watched, seen: { status, redact: await this.#redactorFor(watched, status) } };
      }),
    );
    this.#parts.signal.throwIfAborted();
    let failure: ApiError | undefined;
    for (const result of results) {
      if (result.status === "fulfilled") this.#show(result.value.watched, result.value.seen);
      else if (result.reason instanceof ApiError && result.reason.transient) failure ??= result.reason;
      else throw result.reason;
    }
    if (failure === undefined) return;
    // Once, and not in every round.
    if (!this.#unreachable) this.#parts.output.note(`Trying again: ${failure.message}`);
    this.#unreachable = true;
  }

  /** Secrets are read before the output is taken: a line that was taken and cannot be shown would be lost. */
  async #redactorFor({ status: before, redact }: Watched, status: HostStatus): Promise<Redact | undefined> {
    const changed = hasChanged(before, status);
    // A deployment may publish other secrets than the one before.
    if (redact !== undefined && (isBusy(before) || !changed)) return redact;
    const shows = jobOutput(status) !== "" && (isBusy(status) || changed);
    return shows ? this.#parts.redactorOf(status.host.id) : undefined;
  }

  #show(watched: Watched, { status, redact }: Seen): void {
    const { status: before, since } = watched;
    const now = this.#parts.clock.now();
    const changed = hasChanged(before, status);
    watched.status = status;
    watched.redact = redact;
    if (isBusy(status) && !isBusy(before)) {
      watched.since = now;
      watched.follower = new OutputFollower(jobOutput(before));
      this.#showState(status);
      this.#showOutput(watched, false);
      return;
    }
    this.#showOutput(watched, changed);
    if (!changed) return;
    if (!isBusy(status)) watched.since = undefined;
    this.#showState(status, since === undefined ? undefined : now - since);
  }

  #showState(status: HostStatus, milliseconds?: number): void {
    const { output } = this.#parts;
    const after = milliseconds === undefined ? "" : ` after ${durationText(milliseconds)} or more`;
    this.#line(status, inStateStyle(status, output.style, stateAndType(status) + after));
    output.event({ event: "changed", ...statusResult(status) });
  }

  #showOutput({ status, follower, redact }: Watched, ended: boolean): void {
    if (redact === undefined || !(ended || isBusy(status))) return;
    for (const line of follower.take(jobOutput(status), ended, redact)) {
      const { id, name } = status.host;
      this.#line(status, line);
      this.#parts.output.event({ event: "output", id, name: plainText(name), line });
    }
  }

  #line({ host }: HostStatus, text: string): void {
    this.#unreachable = false;
    const { clock, output } = this.#parts;
    const passed = durationText(clock.now() - this.#beganAt).padStart(6);
    output.line(`${output.style.faint(passed)}  ${plainText(host.name)}: ${text}`);
  }
}

function hasChanged(before: HostStatus, status: HostStatus): boolean {
  if (before.state !== status.state) return true;
  if (isBusy(status)) return false;
  return (
    before.deploy?.publishingStatus !== status.deploy?.publishingStatus ||
    finishedAt(before) !== finishedAt(status)
  );
}
