import { setMaxListeners } from "node:events";

/** Why an operation ended early. */
export class CancelledError extends Error {
  constructor() {
    super("The operation was cancelled.");
    this.name = "CancelledError";
  }
}

/** The operations under way: what cancels them, and when the last one has answered. */
export class RunningOperations {
  readonly #running = new Set<Promise<unknown>>();
  #cancel = cancelOfMany();

  /**
   * Runs an operation and remembers it until it has ended.
   *
   * @param ending what ends it, for `cancel` to abort too
   */
  run<Result>(ending: AbortController, operate: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    // Not AbortSignal.any: a signal that lives long remembers for ever what was made of it, at least in Node 20.
    const { signal: cancelled } = this.#cancel;
    const forward = () => {
      ending.abort(cancelled.reason);
    };
    cancelled.addEventListener("abort", forward, { once: true });
    if (cancelled.aborted) forward();
    const running = operate(ending.signal);
    this.#running.add(running);
    const ended = () => {
      this.#running.delete(running);
      cancelled.removeEventListener("abort", forward);
    };
    running.then(ended, ended);
    return running;
  }

  /** Ends the waits of every operation, also of those that come later, until the next `reopen`. */
  cancel(): void {
    this.#cancel.abort(new CancelledError());
  }

  /** A provider that was attached to lives on after a cancelled run and serves the next one. */
  reopen(): void {
    if (this.#cancel.signal.aborted) this.#cancel = cancelOfMany();
  }

  /** Resolves when no operation is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled([...this.#running]);
  }
}

/** Every operation under way listens, and Node.js takes more than ten listeners for a leak. */
function cancelOfMany(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
