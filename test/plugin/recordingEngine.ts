import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "../../provider/plugin/structs";

/** What a provider has said to the engine. */
export interface SaidToEngine {
  text: string;
  urn: string;
  severity: number;
  ephemeral: boolean;
}

/** The engine's side of the connection, which remembers what it is told. */
export interface RecordingEngine {
  address: string;
  said: SaidToEngine[];
  close(): void;
}

export async function startRecordingEngine(): Promise<RecordingEngine> {
  const said: SaidToEngine[] = [];
  const server = new grpc.Server();
  server.addService(EngineService, {
    log: (call: grpc.ServerUnaryCall<LogRequest, unknown>, callback: grpc.sendUnaryData<unknown>) => {
      const request = call.request;
      said.push({
        text: request.getMessage(),
        urn: request.getUrn(),
        severity: request.getSeverity(),
        ephemeral: request.getEphemeral(),
      });
      callback(null, new Empty());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return {
    address: `127.0.0.1:${port}`,
    said,
    close: () => {
      server.forceShutdown();
    },
  };
}
