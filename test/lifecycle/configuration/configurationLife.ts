import type { JsonObject } from "../../../provider/api/json";
import { type BeforeDrift, observeConfiguration } from "../../../provider/config/drift";
import type { Ownership } from "../../../provider/config/ownership";
import { knownConfiguration, planSave } from "../../../provider/config/savePlan";

/** A service that keeps one configuration: what it makes of a save, and how it answers a read. */
export interface ConfigurationService {
  save(json: JsonObject): JsonObject;
  read(held: JsonObject): JsonObject;
}

interface State {
  inputs: { json: JsonObject; ownership: Ownership };
  savedJson: JsonObject;
  fingerprint: string;
  memory: {
    fresh: string[][];
    removed?: string[][] | undefined;
    observed: boolean;
    beforeDrift?: BeforeDrift | undefined;
  };
}

/** The configuration of a resource that goes through its life at a service, without anything around it. */
export class ConfigurationLife {
  held: JsonObject;
  state: State;
  saves = 0;
  readonly #service: ConfigurationService;
  #fingerprints = 0;

  /** Takes over what the service holds. */
  constructor(service: ConfigurationService, held: JsonObject, ownership: Ownership, json: JsonObject) {
    this.#service = service;
    this.held = held;
    const plan = planSave(json, ownership, undefined, service.read(held));
    if (plan.needed) this.#save(plan.send);
    const observed = plan.needed;
    this.state = {
      inputs: { json, ownership },
      savedJson: service.read(this.held),
      fingerprint: this.#nextFingerprint(),
      memory: { fresh: [], observed },
    };
  }

  update(json: JsonObject, ownership = this.state.inputs.ownership): void {
    const { state } = this;
    const plan = planSave(json, ownership, knownConfiguration(state), this.#service.read(this.held));
    if (plan.needed) this.#save(plan.send);
    this.state = {
      inputs: { json, ownership },
      savedJson: plan.saved,
      fingerprint: plan.changed ? this.#nextFingerprint() : state.fingerprint,
      memory: { ...state.memory, fresh: plan.fresh, removed: plan.removed, beforeDrift: undefined },
    };
  }

  read(): void {
    const context = { randomHex: () => this.#nextFingerprint() };
    this.state = observeConfiguration(context, this.state, this.#service.read(this.held));
  }

  #save(json: JsonObject): void {
    this.saves += 1;
    this.held = this.#service.save(json);
  }

  #nextFingerprint(): string {
    return String((this.#fingerprints += 1));
  }
}
