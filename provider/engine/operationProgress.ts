import type { ProgressSink } from "../lifecycle/lifecycleContext";
import type { EngineConnection, Severity } from "./engineConnection";

/** Progress of one operation, sent in order. */
export interface OperationProgress extends ProgressSink {
  /** Resolves when the engine has everything that was said. */
  flush(): Promise<void>;
}

/** Messages on the line of the resource that the engine is working on, without the secrets that `redact` knows. */
export function operationProgress(
  engine: EngineConnection,
  urn: string,
  redact: (text: string) => string,
): OperationProgress {
  let sent = Promise.resolve();
  const say = (severity: Severity, message: string, ephemeral: boolean) => {
    const text = redact(message);
    sent = sent.then(() => engine.log({ severity, text, urn, ephemeral }));
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
