import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { ProviderHandshakeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { readMessage, type RecordedCall } from "./recordedCall";

/** Stands between engines and a plugin, and records every call in both directions. */
export interface RecordingProxy {
  /** For `PULUMI_DEBUG_PROVIDERS`. */
  readonly port: number;
  /** Forgets what it has recorded, and returns it. */
  take(): RecordedCall[];
  close(): void;
}

type Methods = Record<string, grpc.MethodDefinition<unknown, unknown>>;

const unlimited = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };
const insecure = grpc.credentials.createInsecure();

export async function startRecordingProxy(pluginPort: string): Promise<RecordingProxy> {
  const recorded: RecordedCall[] = [];
  const plugin = new grpc.Client(`127.0.0.1:${pluginPort}`, insecure, unlimited);
  let engine: grpc.Client | undefined;
  const toEngine = new grpc.Server(unlimited);
  const toPlugin = new grpc.Server(unlimited);
  serve(toEngine, EngineService, {
    to: () => engine,
    record: (call) => recorded.push({ receiver: "engine", ...call }),
    change: (_method, request) => request,
  });
  const enginePort = await listen(toEngine);
  serve(toPlugin, ResourceProviderService, {
    to: () => plugin,
    record: (call) => recorded.push({ receiver: "plugin", ...call }),
    // What the plugin has to say to the engine is recorded as well.
    change: (method, request) => {
      if (method === "handshake") {
        const handshake = ProviderHandshakeRequest.deserializeBinary(request);
        engine?.close();
        engine = new grpc.Client(handshake.getEngineAddress(), insecure);
        handshake.setEngineAddress(`127.0.0.1:${enginePort}`);
        return Buffer.from(handshake.serializeBinary());
      }
      if (method === "attach") {
        const attach = new PluginAttach();
        attach.setAddress(`127.0.0.1:${enginePort}`);
        return Buffer.from(attach.serializeBinary());
      }
      return request;
    },
  });
  const port = await listen(toPlugin);
  return {
    port,
    take: () => recorded.splice(0),
    close: () => {
      toPlugin.forceShutdown();
      toEngine.forceShutdown();
      plugin.close();
      engine?.close();
    },
  };
}

interface Forwarding {
  to: () => grpc.Client | undefined;
  record: (call: Omit<RecordedCall, "receiver">) => void;
  change: (method: string, request: Buffer) => Buffer;
}

/** Serves all methods with the bytes as they are, whatever is in them. */
function serve(server: grpc.Server, methods: Methods, { to, record, change }: Forwarding): void {
  const asIs = (bytes: unknown) => bytes as Buffer;
  const definitions = Object.entries(methods).map(([name, definition]) => [
    name,
    {
      ...definition,
      ...{ requestDeserialize: asIs, requestSerialize: asIs },
      ...{ responseDeserialize: asIs, responseSerialize: asIs },
    },
  ]);
  const handlers = Object.entries(methods).map(([name, definition]) => [
    name,
    (call: grpc.ServerUnaryCall<Buffer, Buffer>, callback: grpc.sendUnaryData<Buffer>) => {
      const receiver = to();
      if (receiver === undefined) {
        callback({ code: grpc.status.UNAVAILABLE, details: "There is no such end." });
        return;
      }
      const request = readMessage(definition.requestDeserialize(call.request));
      const sent = receiver.makeUnaryRequest(
        definition.path,
        asIs,
        asIs,
        change(name, call.request),
        (error, answer) => {
          record({
            method: name,
            request,
            answer: answer && readMessage(definition.responseDeserialize(answer)),
            error: error ?? undefined,
          });
          if (error === null) callback(null, answer);
          else callback({ code: error.code, details: error.details, metadata: error.metadata });
        },
      );
      call.on("cancelled", () => {
        sent.cancel();
      });
    },
  ]);
  server.addService(
    Object.fromEntries(definitions) as grpc.ServiceDefinition,
    Object.fromEntries(handlers) as grpc.UntypedServiceImplementation,
  );
}

function listen(server: grpc.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}
