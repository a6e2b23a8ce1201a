import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  status,
  type handleUnaryCall,
  type UntypedServiceImplementation,
  type sendUnaryData,
} from "@grpc/grpc-js";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as protocol from "@pulumi/pulumi/proto/provider_pb";
import type { Clock } from "../api/clock";
import { packageVersion } from "../api/version";
import type { EngineConnection } from "../runtime/engineConnection";
import { CancelledError, RunningOperations } from "../runtime/runningOperations";
import type { Session } from "../runtime/session";
import { GrpcError, statusOf } from "./errors";
// Also because it has to be loaded before the first request is read.
import { Empty } from "./structs";

/*
 * The answers to the methods. Loaded with the first call that needs them: the engine gets the port soon, and a process that
 * is started for the schema alone never waits for them.
 */
/* eslint-disable @typescript-eslint/no-require-imports -- see above */
const configuration = () => require("./configuration") as typeof import("./configuration");
const operations = () => require("./operations") as typeof import("./operations");
/* eslint-enable @typescript-eslint/no-require-imports */

/** The `ResourceProvider` service of the protocol: translates between the engine and the lifecycle. */
export class ProviderService {
  readonly running = new RunningOperations();
  readonly #engine: EngineConnection;
  readonly #clock: Clock;
  #session: Session | undefined;

  constructor(engine: EngineConnection, clock: Clock) {
    this.#engine = engine;
    this.#clock = clock;
  }

  /** The methods, for a gRPC server. */
  methods(): UntypedServiceImplementation {
    return {
      handshake: unary((request: protocol.ProviderHandshakeRequest) => {
        this.#engine.connect(request.getEngineAddress());
        const response = new protocol.ProviderHandshakeResponse();
        response.setAcceptSecrets(true);
        return response;
      }),
      attach: unary((request: PluginAttach) => {
        this.#engine.connect(request.getAddress());
        return new Empty();
      }),
      getPluginInfo: unary(() => {
        const info = new PluginInfo();
        info.setVersion(packageVersion);
        return info;
      }),
      getSchema: unary(getSchema),

      checkConfig: unary((request: protocol.CheckRequest) => configuration().checkConfig(request)),
      diffConfig: unary((request: protocol.DiffRequest) => configuration().diffConfig(request)),
      configure: unary((request: protocol.ConfigureRequest) => this.#configure(request)),

      check: unary((request: protocol.CheckRequest) =>
        operations().checkResource(this.#configured(), request),
      ),
      diff: unary((request: protocol.DiffRequest) => operations().diffResource(this.#configured(), request)),
      create: this.#operation(() => operations().createResource),
      read: this.#operation(() => operations().readResource),
      update: this.#operation(() => operations().updateResource),
      delete: this.#operation(() => operations().deleteResource),
      invoke: this.#operation(() => operations().invokeFunction),

      cancel: unary(() => {
        this.running.cancel();
        return new Empty();
      }),

      parameterize: unimplemented("hostconfig cannot be parameterized."),
      call: unimplemented("The resources of hostconfig have no methods."),
      construct: unimplemented("hostconfig has no component resources."),
      getMapping: unimplemented("hostconfig converts from no other ecosystem."),
      getMappings: unimplemented("hostconfig converts from no other ecosystem."),
    };
  }

  async #configure(request: protocol.ConfigureRequest): Promise<protocol.ConfigureResponse> {
    const session = configuration().sessionOf(request, process.env, this.#engine, this.#clock);
    const former = this.#session;
    this.#session = session;
    this.running.reopen();
    await former?.close();
    const response = new protocol.ConfigureResponse();
    response.setAcceptsecrets(true);
    response.setSupportspreview(true);
    return response;
  }

  /** A method that reaches the service. */
  #operation<Request, Response>(
    method: () => (session: Session, request: Request, signal: AbortSignal) => Promise<Response>,
  ): handleUnaryCall<Request, Response> {
    return cancellable((request: Request, ending) =>
      this.running.run(ending, (signal) => method()(this.#configured(), request, signal)),
    );
  }

  #configured(): Session {
    if (this.#session === undefined) {
      throw new GrpcError(status.FAILED_PRECONDITION, "The provider has not been configured.");
    }
    return this.#session;
  }
}

function getSchema(request: protocol.GetSchemaRequest): protocol.GetSchemaResponse {
  if (request.getVersion() !== 0 || request.getSubpackageName() !== "") {
    throw new GrpcError(status.INVALID_ARGUMENT, "hostconfig has one schema, in version 0 of the form.");
  }
  const response = new protocol.GetSchemaResponse();
  response.setSchema(readSchema());
  return response;
}

function unimplemented(message: string): handleUnaryCall<unknown, unknown> {
  return unary(() => {
    throw new GrpcError(status.UNIMPLEMENTED, message);
  });
}

/** A method of the service as a function that returns the answer or throws. */
function unary<Request, Response>(
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
function cancellable<Request, Response>(
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

/** The package's schema, beside the code. */
export const schemaPath = join(__dirname, "schema.json");

/** The text of the package's schema. */
export function readSchema(path = schemaPath): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GrpcError(
      status.UNAVAILABLE,
      `The schema of this package cannot be read; build or install it again. ${reason}`,
    );
  }
}
