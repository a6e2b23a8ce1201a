import type { RunningServer } from "./startServer";

/**
 * Ends the process when the engine is done with it.
 *
 * SIGINT is how an engine ends a provider, and what Ctrl-C sends to every process of a terminal. Operations under way
 * are not ended by it: the engine cancels them itself and then wants to know what they reached. A second SIGINT,
 * SIGTERM, or an engine that is gone, cancels them.
 */
export function endWithEngine(server: RunningServer): void {
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
