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
import { DeploymentBatch } from "../deploy/batch";
import type { EngineConnection } from "../runtime/engineConnection";
import type { Configuration } from "./configuration";
import { GrpcError, statusOf } from "./errors";
import type { Surroundings } from "./operations/operate";
import { RunningOperations, CancelledError } from "./runningOperations";
import "./structs";
import { Empty } from "./structs";

// Before the first request is read, not when the first is answered.

/**
 * What the methods do, without the connection. Loaded with the first call that needs it: the engine soon has the port, and
 * a process that is started for the schema alone never waits for it.
 */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
const operations = () => require("./operations") as typeof import("./operations");

/** The `ResourceProvider` service of the protocol: translates between the engine and the lifecycle. */
export class ProviderService {
  readonly running = new RunningOperations();
  readonly #engine: EngineConnection;
  readonly #clock: Clock;
  readonly #deployments: DeploymentBatch;
  #configuration: Configuration | undefined;

  constructor(engine: EngineConnection, clock: Clock) {
    this.#engine = engine;
    this.#clock = clock;
    this.#deployments = new DeploymentBatch(clock);
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

      checkConfig: unary((request: protocol.CheckRequest) => operations().checkConfig(request)),
      diffConfig: unary((request: protocol.DiffRequest) => operations().diffConfig(request)),
      configure: unary((request: protocol.ConfigureRequest) => this.#configure(request)),

      check: unary((request: protocol.CheckRequest) =>
        operations().checkResource(this.#engine, this.#configuration, request),
      ),
      diff: unary((request: protocol.DiffRequest) =>
        operations().diffResource(this.#engine, this.#configuration, request),
      ),
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
    const configuration = operations().configurationOf(request, process.env);
    const former = this.#configuration;
    this.#configuration = configuration;
    this.running.reopen();
    await former?.close();
    const response = new protocol.ConfigureResponse();
    response.setAcceptsecrets(true);
    response.setSupportspreview(true);
    return response;
  }

  /** A method that reaches the service. */
  #operation<Request, Response>(
    method: () => (surroundings: Surroundings, request: Request) => Promise<Response>,
  ): handleUnaryCall<Request, Response> {
    return cancellable((request: Request, ending) =>
      this.running.run(ending, (signal) => {
        const configuration = this.#configuration;
        if (configuration === undefined) {
          throw new GrpcError(status.FAILED_PRECONDITION, "The provider has not been configured.");
        }
        return method()(
          { configuration, engine: this.#engine, clock: this.#clock, deployments: this.#deployments, signal },
          request,
        );
      }),
    );
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
