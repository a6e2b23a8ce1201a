import { randomBytes } from "node:crypto";
import type { Clock } from "../../api/clock";
import type { HostConfigApi } from "../../api/hostConfigApi";
import { redactor } from "../../api/redact";
import type { DeploymentBatch } from "../../lifecycle/deployment/deploymentBatch";
import type { LifecycleContext } from "../../lifecycle/lifecycleContext";
import { PartialFailure } from "../../lifecycle/properties/partialFailure";
import type { Configuration } from "../configuration/configure";
import type { EngineConnection } from "../../engine/engineConnection";
import { operationProgress } from "../../engine/operationProgress";
import { GrpcError, statusOf } from "../grpcError";
import { initFailed } from "../initFailed";
import type { KnownSecrets } from "./secretsOf";
import type { WireObject } from "../wire/structCodec";
import type { Properties } from "../../lifecycle/configuration/unknown";

/** What every operation has from its surroundings. */
export interface Surroundings {
  configuration: Configuration;
  engine: EngineConnection;
  clock: Clock;
  /** Of all operations of the process. */
  deployments: DeploymentBatch;
  signal: AbortSignal;
}

/** What one operation adds. */
export interface OperationSettings {
  urn: string;
  /** Seconds of `customTimeouts`; 0 where the program gives none. */
  timeout?: number;
  /** What no message may show. */
  secrets: Pick<KnownSecrets, "paths" | "words">;
  /** What the engine records where the operation ended half-way. */
  record?: (outputs: Properties) => { properties: WireObject; inputs: WireObject };
}

/** Runs an operation of the lifecycle: what it says reaches the engine before its answer, and shows no secret. */
export async function operate<Result>(
  { configuration, engine, clock, deployments, signal }: Surroundings,
  { urn, timeout = 0, secrets, record }: OperationSettings,
  run: (context: LifecycleContext & { api: HostConfigApi; signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const redactSecrets = redactor(secrets.words);
  const redact = (text: string) => redactSecrets(configuration.redact(text));
  const progress = operationProgress(engine, urn, redact);
  try {
    return await deployments.run(
      (deployed) =>
        run({
          api: configuration.api,
          clock,
          progress: { ...progress, deployed },
          redact,
          randomHex: (bytes) => randomBytes(bytes).toString("hex"),
          signal,
          waitByDefault: configuration.settings.wait,
          onConflict: configuration.settings.onConflict,
          secretPaths: secrets.paths,
          managed: configuration.managed,
          timeoutSeconds: timeout > 0 ? timeout : undefined,
        }),
      // On the line of the stack: it is about all resources.
      (sum) => engine.log({ severity: "INFO", text: configuration.redact(sum), urn: "", ephemeral: false }),
    );
  } catch (error) {
    if (error instanceof PartialFailure && record !== undefined) {
      throw initFailed(error, record(error.outputs), redact);
    }
    const { code, details = "" } = statusOf(error);
    throw code === undefined ? error : new GrpcError(code, redact(details));
  } finally {
    await progress.flush();
  }
}
