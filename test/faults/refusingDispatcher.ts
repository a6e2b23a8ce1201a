import { Agent, type Dispatcher } from "undici";

/** Nothing listens on the first port. */
const closedOrigin = "http://127.0.0.1:1";

/** Connections that are refused wherever `refuses` says so. */
export function refusingDispatcher(refuses: (method: string, path: string) => boolean): Dispatcher {
  return new Agent().compose((dispatch) => (options, handler) => {
    const path = options.path.split("?", 1)[0] ?? "";
    return dispatch(refuses(options.method, path) ? { ...options, origin: closedOrigin } : options, handler);
  });
}
