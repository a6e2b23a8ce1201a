import type { LifecycleContext } from "../resource/context";
import { PartialFailure } from "../resource/context";

import { randomBytes } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";

import { systemClock } from "../api/clock";
import { ForbiddenError, UnauthorizedError } from "../api/errors";
import type { HostConfigApi } from "../api/hostConfigApi";
import { redactor, repeater } from "../api/redact";
import { safeText } from "../api/safeText";
import { readSettings, type Settings } from "../api/settings";
import { configSchemaFile, type ConfigurationRule } from "../config/configSchema";
import { type Properties, valueAtPath } from "../config/values";
import { DeploymentBatch } from "../deploy/batch";
import type { ProgressSink, Unpublished } from "../deploy/context";
import { NotCertainlyGoneError } from "../resource/identity";
import { secretInputs } from "../resource/inputs";
import { groupConfigLifecycle, hostLifecycle, type ResourceLifecycle } from "../resource/lifecycle";
import { ManagedRecords } from "../resource/managedRecords";
import { SharedRecords } from "../resource/sharedRecords";

import { EngineConnection, operationProgress, type OperationProgress } from "../runtime/engineConnection";
import { collectsFindings, shownNotices, recordFinding, type OpenFinding } from "../runtime/findings";
import { loadClient } from "../runtime/loadClient";
import { markPlaces, placesOf, respelledPlaces, valuesAt, wordsAt } from "./secretPlaces";
import { fromEngine, toEngine } from "./unknownValues";

/** Seconds for each operation. */
export interface OperationTimeouts {
  create?: number;
  update?: number;
  delete?: number;
}

/** What a rejected token may also mean in this door. */
const oldConfiguration =
  " If you have just set a new token, or moved it to HOSTCONFIG_TOKEN: Pulumi hands `refresh` and `destroy` of dynamic resources the configuration of the last `pulumi up`, so run `pulumi up` once first.";

/** Whether another token, which the user may have set by now, could help. */
function mayBeOld(error: unknown, operation: string): boolean {
  // With another token in the environment, the error itself speaks of the last `pulumi up`.
  if (error instanceof UnauthorizedError) return operation !== "create" && !error.otherTokenInEnvironment;
  const dependsOnToken = error instanceof ForbiddenError || error instanceof NotCertainlyGoneError;
  return dependsOnToken && ["read", "delete"].includes(operation);
}

/** What this door itself keeps among the inputs, see `DynamicResource`. */
const doorKeys = ["__provider", "__urn", "__timeouts", "__secrets"] as const;

/** Whether the program runs for a preview: for the check, and nowhere after it. */
const previewKey = "__preview";

/**
 * The dynamic door: runs in the engine's dynamic provider process and hands every operation on to the lifecycle.
 *
 * One object serves all resources of the process, so that they share connections and pace.
 */
export class HostConfigDynamicProvider implements pulumi.dynamic.ResourceProvider {
  #get: (key: string) => string | undefined = () => undefined;
  #settings: Settings | undefined;
  #api: HostConfigApi | undefined;
  readonly #deployments = new DeploymentBatch(systemClock);
  /** The engine starts this process anew for every run. */
  readonly #managed = new ManagedRecords();
  readonly #shared = new SharedRecords();
  #settingsChecked = false;
  /** Whether the run is a preview. */
  #previews = false;
  #engine: EngineConnection | undefined;
  /** What the team demands of its own `json`. */
  #rule: ConfigurationRule | undefined;
  /** What ends the operations under way. */
  readonly #running = new Set<AbortController>();

  /** Receives the stack's configuration, secrets opened. Must not wait: the engine sends work before it has ended. */
  // eslint-disable-next-line @typescript-eslint/require-await -- the protocol asks for a promise
  async configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
    this.#get = (key) => request.config.get(`hostconfig:${key}`);
  }

  async check(olds: Properties, news: Properties): Promise<pulumi.dynamic.CheckResult> {
    this.#previews = news[previewKey] === true;
    const { inputs, reasons } = withoutStack(() => {
      const settingsFailures = this.#settingsFailures();
      const { inputs, failures } = lifecycleOf(news).check(inputsOf(olds), inputsOf(news), this.#rule);
      return {
        inputs,
        reasons: [...settingsFailures, ...failures.map(({ property, reason }) => `${property}: ${reason}`)],
      };
    });
    if (reasons.length === 0) await this.#warn(news, this.#shared.checked(urnOf(news), inputs));
    // With the name of a property, the CLI prints the property's value beside it, secrets in plain text.
    return {
      inputs: markPlaces(withDoorKeys(inputs, news), respelledPlaces(news.__secrets)),
      failures: reasons.map((reason) => ({ property: "", reason: safeText(reason) })),
    };
  }

  async diff(id: string, olds: Properties, news: Properties): Promise<pulumi.dynamic.DiffResult> {
    const { changes, replaces, deleteBeforeReplace, differences, notices, refusal } = withoutStack(() =>
      lifecycleOf(news).diff(outputsOf(olds), inputsOf(news), this.#resolveSettings().onConflict),
    );
    const shared = replaces.length > 0 ? [] : this.#shared.compared(urnOf(news), lifecycleOf(news).label, id);
    if (collectsFindings()) {
      const [before, after] = [outputsOf(olds), inputsOf(news)];
      const values = differences.map(({ path }) => ({
        path,
        before: valueAtPath(before, path),
        after: valueAtPath(after, path),
      }));
      const unpublished = notices.flatMap((notice) => notice.unpublished ?? []);
      this.#record({ operation: "diff", urn: urnOf(news), id, values, unpublished }, olds, news);
    }
    // What a preview announces, the update of the same run does.
    await this.#warn(news, [...(this.#previews ? shownNotices(notices) : []), ...shared]);
    if (this.#previews && refusal !== undefined) throw stackless(new Error(refusal));
    return { changes, replaces, deleteBeforeReplace };
  }

  async create(news: Properties): Promise<pulumi.dynamic.CreateResult> {
    return this.#operate(news, "create", async (context) => {
      const { id, outputs } = await lifecycleOf(news).create(context, inputsOf(news));
      return { id, outs: withDoorKeys(outputs, news) };
    });
  }

  async read(id: string, olds: Properties): Promise<pulumi.dynamic.ReadResult> {
    return this.#operate(olds, "read", async (context) => {
      const unpublished: Unpublished[] = [];
      const progress = collectsFindings()
        ? { ...context.progress, unpublished: (one: Unpublished) => void unpublished.push(one) }
        : context.progress;
      const found = await lifecycleOf(olds).read({ ...context, progress }, id, outputsOf(olds));
      this.#record(
        {
          operation: "read",
          urn: urnOf(olds),
          id,
          gone: found === undefined,
          values: found?.drift ?? [],
          unpublished,
        },
        olds,
      );
      // Without an id the resource leaves the state.
      if (found === undefined) return { id: "" };
      const reread = { before: olds, repeatsSecret: repeater(secretTexts(olds)) };
      return {
        id: found.id,
        props: markPlaces(withDoorKeys(found.outputs, olds), olds.__secrets, reread),
        inputs: markPlaces(withDoorKeys(found.inputs, olds), olds.__secrets, reread),
      };
    });
  }

  async update(_id: string, olds: Properties, news: Properties): Promise<pulumi.dynamic.UpdateResult> {
    const operate = async (context: LifecycleContext) => {
      const { outputs } = await lifecycleOf(news).update(context, outputsOf(olds), inputsOf(news));
      return { outs: withDoorKeys(outputs, news) };
    };
    // A job may still repeat a secret that was just replaced.
    return this.#operate(news, "update", operate, olds);
  }

  async delete(_id: string, olds: Properties): Promise<void> {
    return this.#operate(olds, "delete", (context) => lifecycleOf(olds).delete(context, outputsOf(olds)));
  }

  async #operate<Result>(
    properties: Properties,
    operation: "create" | "read" | "update" | "delete",
    operate: (context: LifecycleContext) => Promise<Result>,
    former: Properties = {},
  ): Promise<Result> {
    let progress: OperationProgress | undefined;
    const running = new AbortController();
    this.#running.add(running);
    try {
      const redact = redactor([
        this.#resolveSettings().token(),
        ...wordsAt(properties, properties.__secrets),
        ...wordsAt(former, former.__secrets),
      ]);
      const secretPaths = [...placesOf(properties.__secrets), ...placesOf(former.__secrets)];
      const own = (progress = this.#progress(properties, redact));
      const { signal } = running;
      return await this.#deployments.run(
        (deployed) =>
          operate({
            ...this.#context(properties, operation, { ...own, deployed }, redact),
            secretPaths,
            signal,
          }),
        async (sum) => {
          // On the line of the stack: it is about all resources.
          const stack = this.#progress({}, redact);
          stack.info(sum);
          await stack.flush();
        },
      );
    } catch (error) {
      if (error instanceof PartialFailure) throw recordable(error, properties);
      throw stackless(error, mayBeOld(error, operation) ? oldConfiguration : "");
    } finally {
      await progress?.flush();
      this.#running.delete(running);
    }
  }

  /** Records a finding for the command that collects them, without the secrets of the properties. */
  #record(found: Omit<OpenFinding, "label">, ...sources: [Properties, ...Properties[]]): void {
    if (!collectsFindings()) return;
    const lifecycle = lifecycleOf(sources[0]);
    const { label, secretOutputs } = lifecycle;
    const places = sources.flatMap(({ __secrets: given }) => placesOf(given));
    const alwaysSecret = secretInputs(lifecycle, secretOutputs).map((input) => [input]);
    recordFinding(
      { ...found, label },
      {
        paths: [...places, ...secretOutputs.map((output) => [output])],
        redact: this.#tokenRedactor(),
        texts: sources.flatMap(secretTexts),
        words: sources.flatMap((source) => [
          ...wordsAt(source, source.__secrets),
          ...wordsAt(source, alwaysSecret),
        ]),
      },
    );
  }

  #tokenRedactor(): ((text: string) => string) | undefined {
    try {
      return redactor([this.#resolveSettings().token()]);
    } catch {
      // There is no token, so there is nothing to hide.
      return undefined;
    }
  }

  async #warn(news: Properties, texts: readonly string[]): Promise<void> {
    if (texts.length === 0) return;
    const progress = this.#progress(news, redactor(wordsAt(news, news.__secrets)));
    for (const text of texts) progress.warn(text);
    await progress.flush();
  }

  #progress(properties: Properties, redact: (text: string) => string): OperationProgress {
    this.#engine ??= this.#connect();
    return operationProgress(this.#engine, urnOf(properties), redact);
  }

  /** The engine gives its address to a dynamic provider as the first argument. */
  #connect(): EngineConnection {
    const engine = new EngineConnection();
    engine.connect(process.argv[2] ?? "");
    // Of Ctrl-C this door never hears. Of an engine that was killed it must: a second one may be at work already.
    engine.onceGone(() => {
      for (const operation of this.#running) operation.abort(new Error("The engine is gone."));
    });
    return engine;
  }

  /** Missing or malformed configuration stops the preview already; once, and not for every resource again. */
  #settingsFailures(): string[] {
    if (this.#settingsChecked) return [];
    this.#settingsChecked = true;
    try {
      const settings = this.#resolveSettings();
      if (settings.configSchema !== undefined) this.#rule = configSchemaFile(settings.configSchema);
      settings.token();
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }

  #resolveSettings(): Settings {
    return (this.#settings ??= readSettings(this.#get, process.env));
  }

  #context(
    properties: Properties,
    operation: "create" | "read" | "update" | "delete",
    progress: ProgressSink,
    redact: (text: string) => string,
  ): LifecycleContext {
    const settings = this.#resolveSettings();
    const timeouts = properties.__timeouts as OperationTimeouts | undefined;
    return {
      api: (this.#api ??= loadClient().createHostConfigApi(settings)),
      clock: systemClock,
      progress,
      redact,
      randomHex: (bytes) => randomBytes(bytes).toString("hex"),
      waitByDefault: settings.wait,
      onConflict: settings.onConflict,
      managed: this.#managed,
      timeoutSeconds: operation === "read" ? undefined : timeouts?.[operation],
    };
  }
}

/** The texts that the program itself marked as secret. */
function secretTexts(properties: Properties): string[] {
  return valuesAt(properties, properties.__secrets).filter(
    (value): value is string => typeof value === "string" && value !== "",
  );
}

function urnOf({ __urn: urn }: Properties): string {
  return typeof urn === "string" ? urn : "";
}

/** Only groups have a `groupId`, and it is required there. */
function lifecycleOf(properties: Properties): ResourceLifecycle {
  return "groupId" in properties ? groupConfigLifecycle : hostLifecycle;
}

function inputsOf(properties: Properties): Properties {
  const own = Object.entries(properties).filter(([key]) => ![...doorKeys, previewKey].includes(key));
  return fromEngine(Object.fromEntries(own));
}

function outputsOf(properties: Properties): Properties {
  return inputsOf(properties);
}

function withDoorKeys(properties: Properties, source: Properties): Record<string, unknown> {
  const own = doorKeys.filter((key) => source[key] !== undefined).map((key) => [key, source[key]]);
  return { ...toEngine(properties), ...Object.fromEntries(own) } as Record<string, unknown>;
}

function withoutStack<Result>(operate: () => Result): Result {
  try {
    return operate();
  } catch (error) {
    throw stackless(error);
  }
}

/**
 * The engine's dynamic provider prints the name and the stack of most errors on the line of the stack, beside the
 * message on the resource's own line. A user's mistake is no reason to show a stack.
 */
function stackless(error: unknown, hint = ""): Error {
  const shown = new Error(safeText((error instanceof Error ? error.message : String(error)) + hint));
  shown.toString = () => "pulumi-hostconfig";
  shown.stack = "an operation failed; its error stands at the resource";
  return shown;
}

/**
 * The error by which the engine records what an operation reached: with these three it is a partial failure. Without
 * the provider's text among the properties, the resource could never be read or deleted again.
 */
function recordable(error: PartialFailure, properties: Properties): Error {
  return Object.assign(new Error(safeText(error.message)), {
    id: error.id,
    properties: withDoorKeys(error.outputs, properties),
    reasons: error.reasons.map(safeText),
  });
}
