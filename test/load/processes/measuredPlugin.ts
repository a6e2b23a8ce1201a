import { setTimeout as pause } from "node:timers/promises";
import { startServer } from "../../../provider/plugin/startServer";
import { QuickClock } from "../../plugin/quickClock";

/** What a provider process holds. */
export interface Held {
  /** Bytes of the heap after a garbage collection. */
  heap: number;
  /** Sockets, timers and the like that keep the process alive, sorted. */
  resources: string[];
}

/*
 * The provider plugin in a process of its own, on a clock on which every wait is over at once. It tells its port, and
 * what it holds whenever it is asked. Needs `--expose-gc`.
 */
async function main(): Promise<void> {
  const server = await startServer(undefined, new QuickClock());
  process.on("message", () => {
    void held().then((answer) => process.send?.(answer));
  });
  process.send?.(server.port);
}

async function held(): Promise<Held> {
  // What is finalized by one collection is freed by the next.
  for (let turn = 0; turn < 5; turn += 1) {
    globalThis.gc?.();
    await pause(20);
  }
  const resources = process.getActiveResourcesInfo().filter((kind) => kind !== "Timeout");
  return { heap: process.memoryUsage().heapUsed, resources: resources.sort() };
}

void main();
