import { createRequire } from "node:module";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as enginepb from "@pulumi/pulumi/proto/engine_pb";
import type { ProgressSink } from "../provider/lifecycle/lifecycleContext";

type EngineMessages = typeof enginepb;

/** What is needed of the gRPC library that `@pulumi/pulumi` itself uses; another copy would not fit to its client. */
interface Grpc {
  credentials: { createInsecure(): ConstructorParameters<typeof EngineClient>[1] };
}

interface Engine {
  client: EngineClient;
  messages: EngineMessages;
}

/** A malformed URN makes the CLI panic. */
const urnForm = /^urn:pulumi:[^:]+::[^:]+::.+::.+$/;

let connection: Engine | undefined;

/** Progress of one operation, sent in order. */
export interface EngineProgress extends ProgressSink {
  /** Resolves when the engine has everything that was said. */
  flush(): Promise<void>;
}

/** Messages on the line of the resource that the engine is working on. */
export function engineProgress(urn: unknown): EngineProgress {
  const target = typeof urn === "string" && urnForm.test(urn) ? urn : "";
  let sent = Promise.resolve();
  const say = (severity: "INFO" | "WARNING", message: string, ephemeral: boolean) => {
    sent = sent.then(() => log(severity, message, target, ephemeral));
  };
  return {
    status: (message) => {
      say("INFO", message, true);
    },
    info: (message) => {
      say("INFO", message, false);
    },
    warn: (message) => {
      say("WARNING", message, false);
    },
    flush: () => sent,
  };
}

function log(severity: "INFO" | "WARNING", message: string, urn: string, ephemeral: boolean): Promise<void> {
  connection ??= connect();
  const { client, messages } = connection;
  const request = new messages.LogRequest();
  request.setSeverity(messages.LogSeverity[severity]);
  request.setMessage(message);
  request.setUrn(urn);
  request.setEphemeral(ephemeral);
  return new Promise((resolve) => {
    // Progress is no reason to fail: an engine that does not listen any more is told nothing.
    client.log(request, () => {
      resolve();
    });
  });
}

/** The engine gives its address to a dynamic provider as the first argument. */
function connect(): Engine {
  const pulumiRequire = createRequire(require.resolve("@pulumi/pulumi"));
  const grpc = pulumiRequire("@grpc/grpc-js") as Grpc;
  const service = pulumiRequire("@pulumi/pulumi/proto/engine_grpc_pb") as {
    EngineClient: typeof EngineClient;
  };
  const messages = pulumiRequire("@pulumi/pulumi/proto/engine_pb") as EngineMessages;
  const client = new service.EngineClient(process.argv[2] ?? "", grpc.credentials.createInsecure(), {
    // The engine is on this machine, whatever the proxy variables say.
    "grpc.enable_http_proxy": 0,
  });
  return { client, messages };
}
