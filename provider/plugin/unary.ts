import type { handleUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import { statusOf } from "./grpcError";
import { CancelledError } from "./runningOperations";

/** A method of the service as a function that returns the answer or throws. */
export function unary<Request, Response>(
  answer: (request: Request) => Promise<Response> | Response,
): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    void answering(() => answer(call.request), callback);
  };
}

/**
 * A method that takes its time.
 *
 * @param answer gets what ends it, which is aborted when nobody waits for the answer any more
 */
export function cancellable<Request, Response>(
  answer: (request: Request, ending: AbortController) => Promise<Response>,
): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    const ending = new AbortController();
    let answered = false;
    // Also a call that was answered is cancelled in the end.
    call.on("cancelled", () => {
      if (!answered) ending.abort(new CancelledError());
    });
    void answering(
      () => answer(call.request, ending),
      (error, response) => {
        answered = true;
        callback(error, response);
      },
    );
  };
}

async function answering<Response>(
  answer: () => Promise<Response> | Response,
  callback: sendUnaryData<Response>,
): Promise<void> {
  try {
    callback(null, await answer());
  } catch (error) {
    callback(statusOf(error));
  }
}
