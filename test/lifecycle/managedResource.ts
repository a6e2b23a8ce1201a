import { PartialFailure } from "../../provider/resource/partialFailure";
import type { LifecycleContext } from "../../provider/resource/context";

import type { DiffResult } from "../../provider/resource/diff";

import type { JsonValue } from "../../provider/api/json";
import { type Properties, formatPropertyPath } from "../../provider/config/values";

import type { ResourceLifecycle } from "../../provider/resource/lifecycle";

/** What the engine keeps of a resource between two commands. */
export interface ResourceState {
  id: string;
  inputs: Properties;
  outputs: Properties;
  /** The last operation got somewhere and not to its end. */
  incomplete: boolean;
}

/** The engine's part for a program with one resource: keeps the state, and calls the lifecycle in the engine's order. */
export class ManagedResource {
  readonly #lifecycle: ResourceLifecycle;
  readonly #context: LifecycleContext;
  state: ResourceState | undefined;

  constructor(lifecycle: ResourceLifecycle, context: LifecycleContext) {
    this.#lifecycle = lifecycle;
    this.#context = context;
  }

  /** The state; a mistake of the test where there is none. */
  get current(): ResourceState {
    if (this.state === undefined) throw new Error("there is no resource in the state");
    return this.state;
  }

  get outputs(): Properties {
    return this.current.outputs;
  }

  /** `pulumi preview` of an existing resource: the paths that change, such as `update json.php.version`. */
  preview(program: Properties): string[] {
    const diff = this.diff(program);
    const paths = diff.differences.map(({ kind, path }) => `${kind} ${formatPropertyPath(path)}`);
    return diff.deploymentDue ? [...paths, "deploy"] : paths;
  }

  diff(program: Properties): DiffResult {
    return this.#lifecycle.diff(this.current.outputs, this.#checked(program));
  }

  /** `pulumi up`. `during` changes what the operation gets. */
  async up(program: Properties, during: Partial<LifecycleContext> = {}): Promise<void> {
    const inputs = this.#checked(program);
    const context = { ...this.#context, ...during };
    const old = this.state;
    if (old === undefined) return this.#create(context, inputs);
    const { changes, replaces } = this.#lifecycle.diff(old.outputs, inputs);
    if (replaces.length > 0) {
      await this.#create(context, inputs);
      return this.#lifecycle.delete(context, old.outputs);
    }
    if (!changes && !old.incomplete) {
      this.state = { ...old, inputs: stored(inputs) };
      return;
    }
    await this.#keeping(inputs, async () => {
      const { outputs } = await this.#lifecycle.update(context, old.outputs, inputs);
      return { id: old.id, outputs };
    });
  }

  /** `pulumi up` whose process is killed: whatever it did, the state stays what it was. */
  async killedUp(program: Properties, during: Partial<LifecycleContext> = {}): Promise<void> {
    const before = this.state;
    await this.up(program, during).catch(() => undefined);
    this.state = before;
  }

  /** `pulumi refresh`. */
  async refresh(during: Partial<LifecycleContext> = {}): Promise<void> {
    const { id, outputs, incomplete } = this.current;
    const found = await this.#lifecycle.read({ ...this.#context, ...during }, id, outputs);
    this.state = found && {
      id: found.id,
      inputs: stored(found.inputs),
      outputs: stored(found.outputs),
      incomplete,
    };
  }

  /** `pulumi-hostconfig drift`: the paths that were changed outside Pulumi since the last `up`; the state stays. */
  async drift(): Promise<string[]> {
    const found = await this.#lifecycle.read(this.#context, this.current.id, this.current.outputs);
    return (found?.drift ?? []).map(({ path, before, after }) =>
      [formatPropertyPath(path), JSON.stringify(before), JSON.stringify(after)].join(" "),
    );
  }

  /** `pulumi import`: whether there was something to import. */
  async import(id: string): Promise<boolean> {
    const found = await this.#lifecycle.read(this.#context, id, undefined);
    this.state = found && {
      id: found.id,
      inputs: stored(found.inputs),
      outputs: stored(found.outputs),
      incomplete: false,
    };
    return found !== undefined;
  }

  /** `pulumi destroy`. */
  async destroy(during: Partial<LifecycleContext> = {}): Promise<void> {
    await this.#lifecycle.delete({ ...this.#context, ...during }, this.current.outputs);
    this.state = undefined;
  }

  #checked(program: Properties): Properties {
    const { inputs, failures } = this.#lifecycle.check(this.state?.inputs ?? {}, program);
    if (failures.length > 0) {
      throw new Error(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
    }
    return inputs;
  }

  #create(context: LifecycleContext, inputs: Properties): Promise<void> {
    return this.#keeping(inputs, () => this.#lifecycle.create(context, inputs));
  }

  async #keeping(
    inputs: Properties,
    operate: () => Promise<{ id: string; outputs: Properties }>,
  ): Promise<void> {
    try {
      const { id, outputs } = await operate();
      this.state = { id, inputs: stored(inputs), outputs: stored(outputs), incomplete: false };
    } catch (error) {
      if (error instanceof PartialFailure) {
        const { id, outputs } = error;
        this.state = { id, inputs: stored(inputs), outputs: stored(outputs), incomplete: true };
      }
      throw error;
    }
  }
}

/** As the state file holds it: plain JSON. */
function stored(properties: Properties): Properties {
  return JSON.parse(JSON.stringify(properties)) as Record<string, JsonValue>;
}
