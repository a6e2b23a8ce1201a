import { randomBytes } from "node:crypto";
import type { Clock } from "../api/clock";
import type { OpenHostConfigApi } from "../api/createHostConfigApi";
import type { HostConfigApi } from "../api/hostConfigApi";
import { redactor } from "../api/redact";
import { safeText } from "../api/safeText";
import type { OnConflict, Settings } from "../api/settings";
import { configSchemaFile, type ConfigurationRule } from "../config/configSchema";
import { valueAtPath, type Properties } from "../config/values";
import { DeploymentBatch } from "../deploy/batch";
import type { LifecycleContext } from "../resource/context";
import type { Notice, Unpublished } from "../deploy/context";
import { ManagedRecords } from "../resource/managedRecords";
import type { CheckResult } from "../resource/check";
import type { ResourceLifecycle } from "../resource/lifecycle";
import type { DiffResult } from "../resource/diff";
import type { ReadResult } from "../resource/read";
import { SharedRecords } from "../resource/sharedRecords";
import { operationProgress, type EngineConnection } from "./engineConnection";
import { collectsFindings, recordFinding, type OpenFinding } from "./findings";
import type { KnownSecrets } from "./secrets";

/** A resource that the engine asks about. */
export interface Subject {
  lifecycle: ResourceLifecycle;
  urn: string;
  id: string;
  /** Gathers the secrets in the properties of the call. Most calls report nothing and never need them. */
  secrets: () => KnownSecrets;
}

/** One call of the engine that reaches the service. */
export interface Operation {
  /** Of the resource on whose line messages appear; empty for the line of the stack. */
  urn: string;
  secrets: KnownSecrets;
  signal: AbortSignal;
  /** Seconds of `customTimeouts`. */
  timeoutSeconds?: number | undefined;
  /**
   * Makes the provider's error of what failed.
   *
   * @param shown makes a text safe to show: without secrets, and harmless for a terminal
   */
  failure: (error: unknown, shown: (text: string) => string) => unknown;
}

interface SessionParts {
  engine: EngineConnection;
  clock: Clock;
  /** @throws SettingsError */
  readSettings: () => Settings;
}

/** One run with one account of the service: what all calls of a provider share, and how they report to the engine. */
export class Session {
  readonly #engine: EngineConnection;
  readonly #clock: Clock;
  readonly #readSettings: () => Settings;
  readonly #deployments: DeploymentBatch;
  readonly #managed = new ManagedRecords();
  readonly #shared = new SharedRecords();
  #settings: Settings | undefined;
  #api: OpenHostConfigApi | undefined;
  /** The team's own rule for its `json`. */
  #rule: ConfigurationRule | undefined;

  constructor({ engine, clock, readSettings }: SessionParts) {
    this.#engine = engine;
    this.#clock = clock;
    this.#readSettings = readSettings;
    this.#deployments = new DeploymentBatch(clock);
  }

  /**
   * Reads the settings and the file that they name.
   *
   * @throws SettingsError; the first request reports a missing token
   */
  open(): void {
    const { configSchema } = this.settings;
    if (configSchema !== undefined) this.#rule = configSchemaFile(configSchema);
  }

  /** @throws SettingsError */
  get settings(): Settings {
    return (this.#settings ??= this.#readSettings());
  }

  async close(): Promise<void> {
    await this.#api?.close();
  }

  /** Validates a resource's inputs, and warns of another resource on the same record. */
  async check(
    { lifecycle, urn, secrets }: Omit<Subject, "id">,
    olds: Properties,
    news: Properties,
  ): Promise<CheckResult> {
    const result = lifecycle.check(olds, news, this.#rule);
    if (result.failures.length === 0) await this.warn(urn, this.#shared.checked(urn, result.inputs), secrets);
    return result;
  }

  /**
   * Compares a resource's inputs with its state.
   *
   * @param shown chooses the notices to report
   */
  async diff(
    subject: Subject,
    olds: Properties,
    news: Properties,
    onConflict: OnConflict | undefined,
    shown: (notices: readonly Notice[]) => readonly string[],
  ): Promise<DiffResult> {
    const { lifecycle, urn, id, secrets } = subject;
    const diff = lifecycle.diff(olds, news, onConflict);
    const shared = diff.replaces.length > 0 ? [] : this.#shared.compared(urn, lifecycle.label, id);
    this.#record(subject, "diff", () => ({
      values: diff.differences.map(({ path }) => ({
        path,
        before: valueAtPath(olds, path),
        after: valueAtPath(news, path),
      })),
      unpublished: diff.notices.flatMap(({ unpublished }) => unpublished ?? []),
    }));
    await this.warn(urn, [...shown(diff.notices), ...shared], secrets);
    return diff;
  }

  /** Reads a resource; `undefined` if it is gone. */
  async read(
    subject: Subject,
    operation: Omit<Operation, "urn" | "secrets">,
    olds: Properties | undefined,
  ): Promise<ReadResult | undefined> {
    const { lifecycle, urn, id } = subject;
    const secrets = subject.secrets();
    const unpublished: Unpublished[] = [];
    const found = await this.operate({ ...operation, urn, secrets }, (context) => {
      const progress = collectsFindings()
        ? { ...context.progress, unpublished: (one: Unpublished) => void unpublished.push(one) }
        : context.progress;
      return lifecycle.read({ ...context, progress }, id, olds);
    });
    this.#record({ ...subject, secrets: () => secrets }, "read", () => ({
      gone: found === undefined,
      values: found?.drift ?? [],
      unpublished,
    }));
    return found;
  }

  /** Runs an operation of the lifecycle. Its messages reach the engine before its answer, and show no secret. */
  async operate<Result>(
    { urn, secrets, signal, timeoutSeconds, failure }: Operation,
    run: (context: LifecycleContext & { signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    const redact = this.#redactor(secrets);
    const progress = operationProgress(this.#engine, urn, redact);
    try {
      return await this.#deployments.run(
        (deployed) =>
          run({
            api: this.#client(),
            clock: this.#clock,
            progress: { ...progress, deployed },
            redact,
            randomHex: (bytes) => randomBytes(bytes).toString("hex"),
            signal,
            waitByDefault: this.settings.wait,
            onConflict: this.settings.onConflict,
            secretPaths: secrets.paths,
            managed: this.#managed,
            timeoutSeconds,
          }),
        // On the line of the stack, because it is about all resources.
        (summary) => this.#log("INFO", "", redact(summary)),
      );
    } catch (error) {
      throw failure(error, (text) => safeText(redact(text)));
    } finally {
      await progress.flush();
    }
  }

  /** Warns on a resource's line, without the secrets of the call. */
  async warn(urn: string, texts: readonly string[], secrets: () => KnownSecrets): Promise<void> {
    if (texts.length === 0) return;
    const redact = this.#redactor(secrets());
    await Promise.all(texts.map((text) => this.#log("WARNING", urn, redact(text))));
  }

  #log(severity: "INFO" | "WARNING", urn: string, text: string): Promise<void> {
    return this.#engine.log({ severity, text, urn, ephemeral: false });
  }

  /** The client of the service. Loading it takes a while, and previews need none. */
  #client(): HostConfigApi {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
    const load = () => require("../api/createHostConfigApi") as typeof import("../api/createHostConfigApi");
    return (this.#api ??= load().createHostConfigApi(this.settings));
  }

  #redactor({ words }: Pick<KnownSecrets, "words">): (text: string) => string {
    const redact = redactor(words);
    return (text) => redact(this.#withoutToken(text));
  }

  #withoutToken(text: string): string {
    try {
      return redactor([this.settings.token()])(text);
    } catch {
      // Without a token there is nothing to hide.
      return text;
    }
  }

  /** Records a finding for the command that collects them. */
  #record(
    { lifecycle: { label, secretOutputs }, urn, id, secrets }: Subject,
    operation: OpenFinding["operation"],
    found: () => Pick<OpenFinding, "gone" | "values" | "unpublished">,
  ): void {
    if (!collectsFindings()) return;
    const { paths, texts, words } = secrets();
    recordFinding(
      { operation, urn, id, label, ...found() },
      {
        paths: [...paths, ...secretOutputs.map((output) => [output])],
        texts: [...texts],
        words,
        redact: (text) => this.#withoutToken(text),
      },
    );
  }
}
