import { once } from "node:events";
import { createServer, type AddressInfo, type Server as Listener } from "node:net";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { type Clock, systemClock } from "../api/clock";
import { EngineConnection } from "../runtime/engineConnection";
import { ProviderService } from "./providerService";
import type { RunningOperations } from "../runtime/runningOperations";

/** A provider that listens. */
export interface RunningServer {
  port: number;
  engine: EngineConnection;
  running: RunningOperations;
  /** Ends calls under way after at most so many milliseconds, and listens no more. */
  close(milliseconds?: number): Promise<void>;
}

const options = {
  // Configurations may be larger than what gRPC lets through by itself.
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  // Nobody asks for statistics of every call.
  "grpc.enable_channelz": 0,
};

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
  // A listener of our own knows when the last connection is closed. `tryShutdown` alone never says so where one is being
  // closed by the other side as it is called, which is what an engine does that ends a provider.
  const connections = server.createConnectionInjector(ServerCredentials.createInsecure());
  const listener = createServer((connection) => {
    connections.injectConnection(connection);
  });
  const port = await listen(listener);
  if (engineAddress !== undefined) engine.connect(engineAddress);
  return {
    port,
    engine,
    running: service.running,
    close: async (milliseconds = 1000) => {
      await shutDown(server, listener, milliseconds);
      engine.close();
    },
  };
}

async function listen(listener: Listener): Promise<number> {
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return (listener.address() as AddressInfo).port;
}

async function shutDown(server: Server, listener: Listener, milliseconds: number): Promise<void> {
  const closed = once(listener, "close");
  listener.close();
  server.tryShutdown(() => undefined);
  const force = setTimeout(() => {
    server.forceShutdown();
  }, milliseconds);
  await closed;
  clearTimeout(force);
}

/** Flags whose value is an argument of its own. */
const withValue: ReadonlySet<string> = new Set(["--tracing", "-tracing"]);

/**
 * The engine's address among the arguments: the first one that is no flag. The flags that engines pass on, such as
 * `--logtostderr`, `-v=9` and `--tracing ADDRESS`, mean nothing here.
 */
export function engineAddressOf(args: readonly string[]): string | undefined {
  return args.find((arg, index) => !arg.startsWith("-") && !withValue.has(args[index - 1] ?? ""));
}
