import { PartialFailure } from "../resource/partialFailure";
import type * as pulumi from "@pulumi/pulumi";
import { systemClock } from "../api/clock";
import { ForbiddenError, UnauthorizedError } from "../api/errors";
import { repeater } from "../api/redact";
import { safeText } from "../api/safeText";
import { readSettings } from "../api/settings";
import type { Properties } from "../config/values";
import type { LifecycleContext } from "../resource/context";

import { NotCertainlyGoneError } from "../resource/identity";
import { secretInputs } from "../resource/inputs";
import { groupConfigLifecycle, hostLifecycle, type ResourceLifecycle } from "../resource/lifecycle";
import { dynamicKeys } from "../runtime/dynamicState";
import { EngineConnection } from "../runtime/engineConnection";
import { shownNotices } from "../runtime/findings";
import { RunningOperations } from "../runtime/runningOperations";
import { secretsOf, type Received } from "../runtime/secrets";
import { Session, type Subject } from "../runtime/session";
import { fromEngine, markPlaces, placesOf, respelledPlaces, toEngine } from "./values";

/** Seconds for each operation. */
export interface OperationTimeouts {
  create?: number;
  update?: number;
  delete?: number;
}

type Operation = "create" | "read" | "update" | "delete";

/** Whether the program runs for a preview: only the check gets it, and the state never holds it. */
const previewKey = "__preview";

/**
 * The dynamic provider: runs in the engine's dynamic provider process, and translates between the engine and the lifecycle.
 *
 * One object serves all resources of the process, so that they share connections and pace.
 */
export class HostConfigDynamicProvider implements pulumi.dynamic.ResourceProvider {
  #get: (key: string) => string | undefined = () => undefined;
  #opened: Session | undefined;
  #settingsChecked = false;
  /** Whether the run is a preview. */
  #previews = false;
  readonly #running = new RunningOperations();

  /** Receives the stack's configuration, secrets opened. Must not wait: the engine sends work before it has ended. */
  // eslint-disable-next-line @typescript-eslint/require-await -- the protocol asks for a promise
  async configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
    this.#get = (key) => request.config.get(`hostconfig:${key}`);
  }

  async check(olds: Properties, news: Properties): Promise<pulumi.dynamic.CheckResult> {
    this.#previews = news[previewKey] === true;
    return stackless(async () => {
      const settingsProblems = this.#settingsProblems();
      const { inputs, failures } = await this.#session.check(
        subjectOf(news),
        received(olds).properties,
        received(news).properties,
      );
      const reasons = failures.map(({ property, reason }) => `${property}: ${reason}`);
      return {
        inputs: markPlaces(withDynamicKeys(inputs, news), respelledPlaces(news.__secrets)),
        // With the name of a property, the CLI prints the property's value beside it, secrets in plain text.
        failures: [...settingsProblems, ...reasons].map((reason) => ({
          property: "",
          reason: safeText(reason),
        })),
      };
    });
  }

  async diff(id: string, olds: Properties, news: Properties): Promise<pulumi.dynamic.DiffResult> {
    return stackless(async () => {
      const session = this.#session;
      const { changes, replaces, deleteBeforeReplace, refusal } = await session.diff(
        subjectOf(news, olds, id),
        received(olds).properties,
        received(news).properties,
        session.settings.onConflict,
        // What a preview announces, the update of the same run does.
        (notices) => (this.#previews ? shownNotices(notices) : []),
      );
      if (this.#previews && refusal !== undefined) throw new Error(refusal);
      return { changes, replaces, deleteBeforeReplace };
    });
  }

  async create(news: Properties): Promise<pulumi.dynamic.CreateResult> {
    const subject = subjectOf(news);
    const { id, outputs } = await this.#operate("create", subject, news, (context) =>
      subject.lifecycle.create(context, received(news).properties),
    );
    return { id, outs: withDynamicKeys(outputs, news) };
  }

  async read(id: string, olds: Properties): Promise<pulumi.dynamic.ReadResult> {
    const subject = subjectOf(olds, olds, id);
    const found = await this.#running.run(new AbortController(), (signal) =>
      this.#session.read(
        subject,
        { signal, failure: (error, shown) => failureOf("read", error, shown, olds) },
        received(olds).properties,
      ),
    );
    // Without an id, the engine removes the resource from the state.
    if (found === undefined) return { id: "" };
    const reread = { before: olds, repeatsSecret: repeater(subject.secrets().texts) };
    return {
      id: found.id,
      props: markPlaces(withDynamicKeys(found.outputs, olds), olds.__secrets, reread),
      inputs: markPlaces(withDynamicKeys(found.inputs, olds), olds.__secrets, reread),
    };
  }

  async update(id: string, olds: Properties, news: Properties): Promise<pulumi.dynamic.UpdateResult> {
    // A job may still repeat a secret that was just replaced.
    const subject = subjectOf(news, olds, id);
    const { outputs } = await this.#operate("update", subject, news, (context) =>
      subject.lifecycle.update(context, received(olds).properties, received(news).properties),
    );
    return { outs: withDynamicKeys(outputs, news) };
  }

  async delete(id: string, olds: Properties): Promise<void> {
    const subject = subjectOf(olds, olds, id);
    await this.#operate("delete", subject, olds, (context) =>
      subject.lifecycle.delete(context, received(olds).properties),
    );
  }

  /** @param properties what the engine records beside the outputs of an operation that ended halfway */
  #operate<Result>(
    operation: Exclude<Operation, "read">,
    { urn, secrets }: Subject,
    properties: Properties,
    run: (context: LifecycleContext) => Promise<Result>,
  ): Promise<Result> {
    const timeouts = properties.__timeouts as OperationTimeouts | undefined;
    return this.#running.run(new AbortController(), (signal) =>
      this.#session.operate(
        {
          urn,
          secrets: secrets(),
          signal,
          timeoutSeconds: timeouts?.[operation],
          failure: (error, shown) => failureOf(operation, error, shown, properties),
        },
        run,
      ),
    );
  }

  get #session(): Session {
    return (this.#opened ??= new Session({
      engine: this.#connect(),
      clock: systemClock,
      readSettings: () => readSettings(this.#get, process.env),
    }));
  }

  /** The engine gives its address to a dynamic provider as the first argument. */
  #connect(): EngineConnection {
    const engine = new EngineConnection();
    engine.connect(process.argv[2] ?? "");
    // Pulumi does not forward Ctrl-C to dynamic providers. But after an engine was killed, a second one may be at work already.
    engine.onceGone(() => {
      this.#running.cancel();
    });
    return engine;
  }

  /** Missing or malformed settings stop the preview already; reported once, and not for every resource again. */
  #settingsProblems(): string[] {
    if (this.#settingsChecked) return [];
    this.#settingsChecked = true;
    try {
      this.#session.open();
      this.#session.settings.token();
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }
}

/** The resource of a call. Its secrets are those of the properties now and of those before. */
function subjectOf(properties: Properties, before: Properties = {}, id = ""): Subject {
  const urn = typeof properties.__urn === "string" ? properties.__urn : "";
  return {
    lifecycle: lifecycleOf(properties),
    urn,
    id,
    secrets: () => secretsOf(...[...new Set([properties, before])].map(received)),
  };
}

const lifecycles = new Map<string, ResourceLifecycle>([
  ["pulumi-nodejs:dynamic/hostconfig:Host", hostLifecycle],
  ["pulumi-nodejs:dynamic/hostconfig:GroupConfig", groupConfigLifecycle],
]);

/** The lifecycle of the resource's type. A state that the plugin has written names no URN; there, only groups have a `groupId`. */
function lifecycleOf(properties: Properties): ResourceLifecycle {
  // urn:pulumi:STACK::PROJECT::PARENT_TYPE$TYPE::NAME
  const [, , type = ""] = typeof properties.__urn === "string" ? properties.__urn.split("::") : [];
  const known = lifecycles.get(type.slice(type.lastIndexOf("$") + 1));
  return known ?? ("groupId" in properties ? groupConfigLifecycle : hostLifecycle);
}

/** The properties of a call without those of this provider, and where they are secret. */
function received(properties: Properties): Received {
  const own = Object.entries(properties).filter(([key]) => ![...dynamicKeys, previewKey].includes(key));
  const lifecycle = lifecycleOf(properties);
  const always = secretInputs(lifecycle, lifecycle.secretOutputs).map((input) => [input]);
  return {
    properties: fromEngine(Object.fromEntries(own)),
    secrets: [...placesOf(properties.__secrets), ...always],
  };
}

function withDynamicKeys(properties: Properties, source: Properties): Record<string, unknown> {
  const own = dynamicKeys.filter((key) => source[key] !== undefined).map((key) => [key, source[key]]);
  return { ...toEngine(properties), ...Object.fromEntries(own) } as Record<string, unknown>;
}

/** The error of an operation, as the engine reads it. */
function failureOf(
  operation: Operation,
  error: unknown,
  shown: (text: string) => string,
  properties: Properties,
): Error {
  if (!(error instanceof PartialFailure)) {
    return withoutStack(shown(messageOf(error) + (mayBeOld(error, operation) ? oldConfiguration : "")));
  }
  // With these three, the engine records what the operation reached. Without the provider's text among the properties, the
  // resource could never be read or deleted again.
  return Object.assign(new Error(shown(error.message)), {
    id: error.id,
    properties: withDynamicKeys(error.outputs, properties),
    reasons: error.reasons.map(shown),
  });
}

/** What a rejected token may also mean for dynamic resources. */
const oldConfiguration =
  " If you have just set a new token, or moved it to HOSTCONFIG_TOKEN: Pulumi hands `refresh` and `destroy` of dynamic resources the configuration of the last `pulumi up`, so run `pulumi up` once first.";

/** Whether another token, which the user may have set by now, could help. */
function mayBeOld(error: unknown, operation: Operation): boolean {
  // With another token in the environment, the error itself speaks of the last `pulumi up`.
  if (error instanceof UnauthorizedError) return operation !== "create" && !error.otherTokenInEnvironment;
  const dependsOnToken = error instanceof ForbiddenError || error instanceof NotCertainlyGoneError;
  return dependsOnToken && ["read", "delete"].includes(operation);
}

async function stackless<Result>(operate: () => Promise<Result>): Promise<Result> {
  try {
    return await operate();
  } catch (error) {
    throw withoutStack(safeText(messageOf(error)));
  }
}

/**
 * The engine's dynamic provider prints the name and the stack of most errors on the line of the stack, beside the
 * message on the resource's own line. A user's mistake is no reason to show a stack.
 */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.toString = () => "pulumi-hostconfig";
  error.stack = "an operation failed; its error stands at the resource";
  return error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
