import type { CallOptions, HostConfigApi } from "../api/hostConfigApi";
import type { ReadsTogether } from "../api/sharedReads";
import type { JsonObject, JsonValue } from "../api/json";
import { configurationDigest, type PropertyDifference } from "../config/compare";
import type { CheckFailure } from "../config/configSchema";
import { known, type Properties, type Property } from "../config/values";
import type { LifecycleContext } from "./context";
import type { DeployTarget } from "../deploy/deploymentRun";
import type { RecordName } from "../deploy/turns";
import type { DeploymentRecord } from "../deploy/record";
import type { PropertyShapes, ResourceInputs } from "./inputs";
import type { KnownDeployment, Memory, RecordFields } from "./state";

/** The record of a host or a group, as the service returns it. */
export interface ServiceRecord extends RecordFields {
  id: number;
  json: JsonObject | undefined;
}

/** What differs between the two resources; everything else is the same code. */
export interface ResourceDefinition extends PropertyShapes {
  /** How messages call a record. */
  readonly label: "Host" | "Group";
  readonly noun: "host" | "group";
  /** Outputs that are secret as a whole. */
  readonly secretOutputs: readonly string[];
  /** The inputs that a digest is made of, in this order. */
  readonly configurations: readonly ("json" | "jsonAdmin")[];
  /** What to do about a host to deploy that the service does not have; `undefined` if it is the record itself. */
  readonly ifTargetMissing: string | undefined;

  /** The inputs that name a record that is there. */
  identity(id: number): ResourceInputs;
  /** The program's inputs, all values known. */
  parse(inputs: JsonValue): ResourceInputs;
  /** Reads the outputs in a state. */
  decode(outputs: Properties): ResourceState;
  /** The outputs to put into the state. */
  encode(state: ResourceState): Properties;

  /** What is wrong with inputs that are well-formed one by one. */
  check(olds: Properties, inputs: Properties): CheckFailure[];
  /** Whether others keep keys beside those of `json`, so that a team's rule must not miss any. */
  declaresPart(inputs: Properties): boolean;
  /** Comparisons of inputs for which equality is not the rule, by input. */
  readonly compare: Readonly<Record<string, (state: ResourceState, now: Property) => PropertyDifference[]>>;
  /** Why an update cannot do what the inputs ask for, if it cannot. */
  refusal(state: ResourceState, news: Properties): string | undefined;
  /** Finds the record that the inputs name, or creates it. */
  locate(context: LifecycleContext, inputs: ResourceInputs): Promise<{ id: number; created: boolean }>;
  /** Whether a create with these inputs adopts a record that is there. */
  adopts(news: Properties): boolean;
  /** The inputs to remember that are also outputs. */
  given(inputs: ResourceInputs): Memory["given"];

  /** The hosts to deploy, each once. */
  targets(state: Pick<ResourceState, "id" | "record">, inputs: { deployHosts?: Property }): DeployTarget[];
  get(api: HostConfigApi, id: number, options: CallOptions): Promise<ServiceRecord>;
  reads(api: HostConfigApi): ReadsTogether<ServiceRecord>;
  save(
    api: HostConfigApi,
    id: number,
    configuration: { json: JsonObject; jsonAdmin?: JsonObject | undefined },
    options: CallOptions,
  ): Promise<void>;
}

/** A host or a group as the state knows it, decoded once for every operation. */
export interface ResourceState {
  /** Which of the two resources it is of. */
  definition: ResourceDefinition;
  /** What the program declared, with what a refresh found changed in `json`. */
  inputs: ResourceInputs;
  id: number;
  record: RecordFields;
  /** The outputs `savedJson` and `fingerprint`. */
  savedJson: JsonObject;
  fingerprint: string;
  /** Of the hosts that this resource deploys, by their ids. */
  deployments: ReadonlyMap<number, KnownDeployment>;
  memory: Memory;
}

/** `host 12`, as the api and the run-wide registries name a record. */
export function recordName({ definition, id }: Pick<ResourceState, "definition" | "id">): RecordName {
  return `${definition.noun} ${id}`;
}

/** `Host 12 (web1)`; the id alone before the record was read. */
export function recordLabel({ definition, id, record: { name } }: NamedRecord): string {
  return name === "" ? `${definition.label} ${id}` : `${definition.label} ${id} (${shortName(name)})`;
}

interface NamedRecord {
  definition: Pick<ResourceDefinition, "label">;
  id: number;
  record: { name: string };
}

/** Longest name in a message, in characters. */
const longestName = 100;

/** A name in a message: the beginning, if it is longer than anybody reads. */
export function shortName(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName)}…`;
}

/** What the record of the service says about the outputs. */
export function fieldsOf({ name, clientId, active, createdAt, updatedAt }: ServiceRecord): RecordFields {
  return { name, clientId, active, createdAt, updatedAt };
}

/** Digest of what the inputs declare: equal as long as their meaning is. */
export function digestOf(
  { definition, memory }: Pick<ResourceState, "definition" | "memory">,
  inputs: { json?: Property; jsonAdmin?: Property },
): string {
  const configurations = definition.configurations.map((name) => known<JsonObject>(inputs[name]));
  return configurationDigest(memory.key, ...configurations);
}

/** The state with each record of deployments changed. */
export function withRecords(
  state: ResourceState,
  change: (record: DeploymentRecord) => DeploymentRecord,
): ResourceState {
  const deployments = [...state.deployments].map(
    ([id, { summary, record }]) => [id, { summary, record: record && change(record) }] as const,
  );
  return { ...state, deployments: new Map(deployments) };
}
