import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { Clock } from "../api/clock";
import { systemClock } from "../api/systemClock";
import { EngineConnection } from "../engine/engineConnection";
import { ProviderService } from "./providerService";
import type { RunningOperations } from "./runningOperations";

/** A provider that listens. */
export interface RunningServer {
  port: number;
  engine: EngineConnection;
  running: RunningOperations;
  /** Ends calls under way after at most so many milliseconds, and listens no more. */
  close(milliseconds?: number): Promise<void>;
}

/** Configurations may be larger than what gRPC lets through by itself. */
const options = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/**
 * Starts the service on a free port of this machine.
 *
 * @param engineAddress where to send messages to; an engine that attaches tells its address later
 */
export async function startServer(
  engineAddress: string | undefined,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  const engine = new EngineConnection();
  const service = new ProviderService(engine, clock);
  const server = new Server(options);
  server.addService(ResourceProviderService, service.methods());
  const port = await bind(server);
  if (engineAddress !== undefined) engine.connect(engineAddress);
  return {
    port,
    engine,
    running: service.running,
    close: async (milliseconds = 1000) => {
      await shutDown(server, milliseconds);
      engine.close();
    },
  };
}

function bind(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}

function shutDown(server: Server, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, milliseconds);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}
