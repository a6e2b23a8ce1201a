import type { handleUnaryCall } from "@grpc/grpc-js";
import { statusOf } from "./grpcError";
import { CancelledError } from "./runningOperations";

/** A method of the service as a function that returns the answer or throws. */
export function unary<Request, Response>(
  answer: (request: Request, callerGone: AbortSignal) => Promise<Response> | Response,
): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    const gone = new AbortController();
    call.on("cancelled", () => {
      gone.abort(new CancelledError());
    });
    void (async () => {
      try {
        callback(null, await answer(call.request, gone.signal));
      } catch (error) {
        callback(statusOf(error));
      }
    })();
  };
}
