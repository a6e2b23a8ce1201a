import * as grpc from "@grpc/grpc-js";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { safeText } from "../api/safeText";
import type { ProgressSink } from "../deploy/context";

/** How a message counts for the user. */
type Severity = "INFO" | "WARNING";

/** A message on a resource's own line. */
interface EngineMessage {
  severity: Severity;
  text: string;
  urn: string;
  /** Whether the next message takes its place. */
  ephemeral: boolean;
}

/** A malformed URN makes the CLI panic. */
const urnForm = /^urn:pulumi:[^:]+::[^:]+::.+::.+$/;

/** An engine that does not take a message in this time is not waited for any longer. */
const logMilliseconds = 5000;

const logPath = "/pulumirpc.Engine/Log";

/** The way back to the engine that started or attached this provider: messages on a resource's own line. */
export class EngineConnection {
  #client: grpc.Client | undefined;
  #address: string | undefined;
  /** Messages that stay on the screen: a refresh reads and then compares, and would report the same twice. */
  readonly #reported = new Set<string>();

  /** The engine's address, such as `127.0.0.1:4321`. A new one takes the place of the old one. */
  connect(address: string): void {
    if (address === "" || address === this.#address) return;
    this.#client?.close();
    this.#address = address;
    this.#reported.clear();
    // The user's proxy is for the service, not for the engine on this machine.
    this.#client = new grpc.Client(address, grpc.credentials.createInsecure(), {
      "grpc.enable_http_proxy": 0,
    });
  }

  /**
   * Resolves when the engine has the message; one that stays goes out once. Progress is no reason to fail: an engine that
   * does not listen gets no message.
   */
  log({ severity, text, urn, ephemeral }: EngineMessage): Promise<void> {
    const client = this.#client;
    if (client === undefined || this.#repeats(`${urn} ${text}`, ephemeral)) return Promise.resolve();
    const request = new LogRequest();
    request.setSeverity(LogSeverity[severity]);
    request.setMessage(safeText(text));
    request.setUrn(urnForm.test(urn) ? urn : "");
    request.setEphemeral(ephemeral);
    return new Promise((resolve) => {
      client.makeUnaryRequest(
        logPath,
        (message: LogRequest) => Buffer.from(message.serializeBinary()),
        () => undefined,
        request,
        { deadline: Date.now() + logMilliseconds },
        () => {
          resolve();
        },
      );
    });
  }

  #repeats(message: string, ephemeral: boolean): boolean {
    if (ephemeral) return false;
    const known = this.#reported.has(message);
    this.#reported.add(message);
    return known;
  }

  /** Calls back once when the engine, after it was there, cannot be reached any more. */
  onceGone(callback: () => void): void {
    const channel = this.#client?.getChannel();
    if (channel === undefined) return;
    let seen = false;
    const watch = () => {
      const state = channel.getConnectivityState(true);
      if (state === grpc.connectivityState.READY) seen = true;
      if (state === grpc.connectivityState.SHUTDOWN) return;
      if (seen && state === grpc.connectivityState.TRANSIENT_FAILURE) {
        callback();
        return;
      }
      channel.watchConnectivityState(state, Infinity, watch);
    };
    watch();
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
    this.#address = undefined;
  }
}

/** Progress of one operation, sent in order. */
interface OperationProgress extends ProgressSink {
  /** Resolves when the engine has every message. */
  flush(): Promise<void>;
}

/** Messages on the line of the resource that the engine is working on, without the secrets that `redact` knows. */
export function operationProgress(
  engine: EngineConnection,
  urn: string,
  redact: (text: string) => string,
): OperationProgress {
  let sent = Promise.resolve();
  const send = (severity: Severity, message: string, ephemeral: boolean) => {
    const text = redact(message);
    sent = sent.then(() => engine.log({ severity, text, urn, ephemeral }));
  };
  return {
    status: (message) => {
      send("INFO", message, true);
    },
    info: (message) => {
      send("INFO", message, false);
    },
    warn: (message) => {
      send("WARNING", message, false);
    },
    flush: () => sent,
  };
}
