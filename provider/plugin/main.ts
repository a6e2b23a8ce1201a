import { setFlagsFromString } from "node:v8";
import { safeMessage } from "../api/safeText";
import { engineAddressOf, startServer, type RunningServer } from "./startServer";

/*
 * The provider plugin as a process. The engine reads the port from the first line of the output and connects to it.
 * Without an engine's address it waits for an engine that attaches (`PULUMI_DEBUG_PROVIDERS=hostconfig:PORT`).
 */

async function main(): Promise<void> {
  keepProcessSmall();
  const server = await startServer(engineAddressOf(process.argv.slice(2)));
  endWithEngine(server);
  process.stdout.write(`${server.port}\n`);
}

/**
 * Ends the process when the engine is done with it.
 *
 * SIGINT is how an engine ends a provider, and what Ctrl-C sends to every process of a terminal. It does not end operations
 * under way: the engine cancels them itself and then wants their results. A second SIGINT, SIGTERM, or an engine that is
 * gone, cancels them.
 */
function endWithEngine(server: RunningServer): void {
  let ending = false;
  const end = () => {
    if (ending) {
      server.running.cancel();
      return;
    }
    ending = true;
    void server.running
      .idle()
      .then(() => server.close())
      .then(() => process.exit(0));
  };
  const endNow = () => {
    server.running.cancel();
    end();
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", endNow);
  server.engine.onceGone(endNow);
}

/** Keeps the process small and short. To be called before the HTTP client is loaded. */
function keepProcessSmall(): void {
  for (const flag of [...always, ...(isOldV8() ? beforeVersion12 : sinceVersion12)]) setFlagsFromString(flag);
}

const always = [
  // What an operation needs is garbage as soon as it has answered, and by itself the heap would grow before it is swept.
  // Costs a third of a millisecond a call.
  "--semi-space-growth-factor=1",
  "--heap-growing-percent=30",
  // The HTTP client's parser is WebAssembly, and is optimized after some requests by default: that takes 30 MB and 0.3 seconds
  // of a processor, and answers like these are read no faster afterwards. The first flag alone would optimize it at once.
  "--no-wasm-dynamic-tiering",
  "--no-wasm-tier-up",
];

/*
 * A process that answers some thousands of calls has ended before optimized functions have made up for the compiler's work: a
 * sixth of the processor time of a refresh of 1,000 hosts in Node.js 20, and 15 MB in Node.js 24 and 26. So functions are
 * optimized some four times later than by default. The names changed with V8 12, and V8 complains of a name that it does not
 * know.
 */
const beforeVersion12 = ["--interrupt-budget=300000"];
const sinceVersion12 = ["--invocation-count-for-maglev=2000", "--invocation-count-for-turbofan=15000"];

function isOldV8(): boolean {
  return Number.parseInt(process.versions.v8, 10) < 12;
}

main().catch((error: unknown) => {
  process.stderr.write(`${safeMessage(error)}\n`);
  process.exit(1);
});
