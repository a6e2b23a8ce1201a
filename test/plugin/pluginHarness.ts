import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import type { PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { startServer, type RunningServer } from "../../provider/plugin/startServer";
import { type WireObject, toStruct } from "../../provider/plugin/structs";
import { startEmulator, type Emulator, type EmulatorOptions } from "../emulator";
import { QuickClock } from "./quickClock";
import { startRecordingEngine, type RecordingEngine } from "./recordingEngine";
import { secret } from "./wireText";

/** A failed call, as a client sees it. */
export type CallError = grpc.ServiceError;

/** The methods of the protocol: what each takes and answers. */
interface Methods {
  handshake: [messages.ProviderHandshakeRequest, messages.ProviderHandshakeResponse];
  attach: [PluginAttach, Empty];
  getPluginInfo: [Empty, PluginInfo];
  getSchema: [messages.GetSchemaRequest, messages.GetSchemaResponse];
  checkConfig: [messages.CheckRequest, messages.CheckResponse];
  diffConfig: [messages.DiffRequest, messages.DiffResponse];
  configure: [messages.ConfigureRequest, messages.ConfigureResponse];
  check: [messages.CheckRequest, messages.CheckResponse];
  diff: [messages.DiffRequest, messages.DiffResponse];
  create: [messages.CreateRequest, messages.CreateResponse];
  read: [messages.ReadRequest, messages.ReadResponse];
  update: [messages.UpdateRequest, messages.UpdateResponse];
  delete: [messages.DeleteRequest, Empty];
  invoke: [messages.InvokeRequest, messages.InvokeResponse];
  cancel: [Empty, Empty];
  parameterize: [messages.ParameterizeRequest, messages.ParameterizeResponse];
  call: [messages.CallRequest, messages.CallResponse];
  construct: [messages.ConstructRequest, messages.ConstructResponse];
  getMapping: [messages.GetMappingRequest, messages.GetMappingResponse];
  getMappings: [messages.GetMappingsRequest, messages.GetMappingsResponse];
}

/** Calls a method and resolves to its answer. */
export type Call = <Name extends keyof Methods>(
  method: Name,
  request: Methods[Name][0],
) => Promise<Methods[Name][1]>;

/** The methods of a provider, as promises. */
export function callingOf(client: ResourceProviderClient): Call {
  return (method, request) =>
    new Promise((resolve, reject) => {
      type Send = (request: unknown, callback: grpc.requestCallback<Methods[typeof method][1]>) => void;
      const send = client[method].bind(client) as unknown as Send;
      send(request, (error, response) => {
        if (response === undefined) reject(error ?? new Error("There was no answer."));
        else resolve(response);
      });
    });
}

/** A provider, the service that it manages, and an engine that talks to both. */
export interface Plugin {
  client: ResourceProviderClient;
  emulator: Emulator;
  engine: RecordingEngine;
  server: RunningServer;
  call: Call;
  /** Calls a method that has to fail. */
  failure<Name extends keyof Methods>(method: Name, request: Methods[Name][0]): Promise<CallError>;
  close(): Promise<void>;
}

export const hostType = "hostconfig:index:Host";
export const groupType = "hostconfig:index:GroupConfig";
export const hostUrn = `urn:pulumi:dev::shop::${hostType}::web`;

/** Starts all three over real sockets, and configures the provider unless asked not to. */
export async function startPlugin({
  configure = true,
  ...options
}: EmulatorOptions & { configure?: boolean } = {}): Promise<Plugin> {
  const clock = new QuickClock();
  const emulator = await startEmulator({ clock, deploySeconds: 10, ...options });
  const engine = await startRecordingEngine();
  const server = await startServer(engine.address, clock);
  const client = new ResourceProviderClient(`127.0.0.1:${server.port}`, grpc.credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
  });
  const call = callingOf(client);
  const plugin: Plugin = {
    client,
    emulator,
    engine,
    server,
    call,
    failure: async (method, request) => {
      try {
        await call(method, request);
      } catch (error) {
        return error as CallError;
      }
      throw new Error("The call succeeded.");
    },
    close: async () => {
      client.close();
      await server.close();
      engine.close();
      await emulator.close();
    },
  };
  if (configure) await call("configure", configureRequest(emulator));
  return plugin;
}

/** The configuration for the emulator, as engines send it. */
export function configureRequest(emulator: Emulator, more: WireObject = {}): messages.ConfigureRequest {
  const request = new messages.ConfigureRequest();
  request.setArgs(
    toStruct({
      baseUrl: emulator.url,
      token: secret(emulator.tokens.admin),
      maxRetries: 0,
      onConflict: "warn",
      ...more,
    }),
  );
  request.setName("explicit");
  return request;
}
