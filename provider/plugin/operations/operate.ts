import type { LifecycleContext } from "../../resource/context";
import { PartialFailure } from "../../resource/context";

import { randomBytes } from "node:crypto";
import { status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import type { Clock } from "../../api/clock";
import type { HostConfigApi } from "../../api/hostConfigApi";
import { redactor } from "../../api/redact";
import { safeText } from "../../api/safeText";
import type { Properties } from "../../config/values";
import type { DeploymentBatch } from "../../deploy/batch";

import { type EngineConnection, operationProgress } from "../../runtime/engineConnection";
import type { Configuration } from "../configuration";
import { GrpcError, statusOf } from "../errors";
import { type WireObject, errorMessages, toStruct } from "../structs";
import type { Received } from "../values";
import { type KnownSecrets, secretsOf } from "./values";

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
interface OperationSettings {
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

/** Warns on a resource's line, without the secrets in what came with the request; looks for these only where there is a warning. */
export async function warn(
  engine: EngineConnection,
  urn: string,
  warnings: readonly string[],
  ...received: Received[]
): Promise<void> {
  if (warnings.length === 0) return;
  const redact = redactor(secretsOf(...received).words);
  await Promise.all(
    warnings.map((text) => engine.log({ severity: "WARNING", text: redact(text), urn, ephemeral: false })),
  );
}

/**
 * The error by which the engine records what an operation reached: the resource is there with these properties, and is
 * not finished.
 */
function initFailed(
  failure: PartialFailure,
  recorded: { properties: WireObject; inputs: WireObject },
  redact: (text: string) => string,
): GrpcError {
  const { Any, Status } = errorMessages();
  const detail = new ErrorResourceInitFailed();
  detail.setId(failure.id);
  detail.setProperties(toStruct(recorded.properties));
  detail.setInputs(toStruct(recorded.inputs));
  detail.setReasonsList(failure.reasons.map((reason) => safeText(redact(reason))));
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const message = redact(failure.message);
  const statusMessage = new Status();
  statusMessage.setCode(status.UNKNOWN);
  statusMessage.setMessage(safeText(message));
  statusMessage.addDetails(packed);
  return new GrpcError(status.UNKNOWN, message, statusMessage.serializeBinary());
}
