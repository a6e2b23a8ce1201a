import { ApiError } from "../../api/errors";
import type { Clock } from "../../api/clock";
import type { HostConfigApi } from "../../api/hostConfigApi";
import { OutputFollower } from "../../lifecycle/deployment/jobOutput";
import { isBusy, readHostStatus, type HostStatus } from "./hostStatus";

/** Hosts without a running deployment that are looked at in one round, so that many hosts ask for few requests. */
const idleInARound = 20;

/** What a watch sees. */
export type WatchEvent =
  | { event: "changed"; before: HostStatus; status: HostStatus; milliseconds: number | undefined }
  | { event: "output"; status: HostStatus; line: string }
  | { event: "unreachable"; message: string };

interface Watched {
  status: HostStatus;
  follower: OutputFollower;
  /** When it was seen running first. */
  since: number | undefined;
}

/** What a watch works with. */
export interface WatchParts {
  api: HostConfigApi;
  clock: Clock;
  signal: AbortSignal;
  /** Milliseconds between two rounds. */
  interval: number;
  tell: (event: WatchEvent) => Promise<void> | void;
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
    for (const watched of this.#watched) await this.#tellOutput(watched, false);
    while (!untilIdle || this.#watched.some(({ status }) => isBusy(status))) {
      await clock.sleep(interval, signal);
      await this.#round();
    }
  }

  async #round(): Promise<void> {
    const { api, signal, tell } = this.#parts;
    const due = this.#due();
    const looks = await Promise.allSettled(
      due.map(({ status }) =>
        readHostStatus(api, { id: status.id, name: status.name, clientId: status.clientId }, signal),
      ),
    );
    signal.throwIfAborted();
    for (const [index, look] of looks.entries()) {
      const watched = due[index];
      if (watched === undefined) continue;
      if (look.status === "fulfilled") await this.#seen(watched, look.value);
      else if (!(look.reason instanceof ApiError && look.reason.transient)) throw look.reason;
    }
    const failure = looks.find((look) => look.status === "rejected");
    if (failure !== undefined && failure.reason instanceof Error) {
      await tell({ event: "unreachable", message: failure.reason.message });
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

  async #seen(watched: Watched, status: HostStatus): Promise<void> {
    const { clock, tell } = this.#parts;
    const before = watched.status;
    const now = clock.now();
    watched.status = status;
    const changed =
      before.state !== status.state ||
      (!isBusy(status) && (before.status !== status.status || before.finishedAt !== status.finishedAt));
    if (isBusy(status) && !isBusy(before)) {
      watched.since = now;
      watched.follower = new OutputFollower(before.output);
      await tell({ event: "changed", before, status, milliseconds: undefined });
      await this.#tellOutput(watched, false);
      return;
    }
    await this.#tellOutput(watched, changed);
    if (!changed) return;
    const milliseconds = watched.since === undefined ? undefined : now - watched.since;
    watched.since = isBusy(status) ? watched.since : undefined;
    await tell({ event: "changed", before, status, milliseconds });
  }

  async #tellOutput({ status, follower }: Watched, ended: boolean): Promise<void> {
    if (!ended && !isBusy(status)) return;
    for (const line of follower.take(status.output, ended)) {
      await this.#parts.tell({ event: "output", status, line });
    }
  }
}
