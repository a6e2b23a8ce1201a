import type { handleUnaryCall } from "@grpc/grpc-js";
import { statusOf } from "./grpcError";
import { CancelledError } from "./runningOperations";

/** A method of the service as a function that returns the answer or throws. */
export function unary<Request, Response>(
  answer: (request: Request, callerGone: AbortSignal) => Promise<Response> | Response,
): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    const gone = new AbortController();
    let answered = false;
    // Also a call that was answered is cancelled in the end.
    call.on("cancelled", () => {
      if (!answered) gone.abort(new CancelledError());
    });
    void (async () => {
      try {
        const response = await answer(call.request, gone.signal);
        answered = true;
        callback(null, response);
      } catch (error) {
        answered = true;
        callback(statusOf(error));
      }
    })();
  };
}
