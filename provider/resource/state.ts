import { z } from "zod";
import { configurationObject } from "../config/configurationValue";
import { beforeDrift } from "../config/drift";
import { isObject, known, type Properties, valueAt } from "../config/values";
import type { DeploymentRecord, DeploymentSummary } from "../deploy/record";

/** Step n brings outputs of version n + 1 to the next; what a package has once written stays readable for ever. */
const migrations: readonly ((outputs: Properties) => Properties)[] = [];

/** The version of what the state keeps under `__state`. */
export const stateVersion = migrations.length + 1;

/** Outputs that the record of the service shows. */
export interface RecordFields {
  /** Empty before the record was read. */
  name: string;
  clientId: number | undefined;
  /** Of a host only. */
  active?: boolean | undefined;
  createdAt: string | undefined;
  updatedAt: string | undefined;
}

/** What the state knows of the deployments of one host. */
export interface KnownDeployment {
  /** The latest one, for the outputs. */
  summary?: DeploymentSummary | undefined;
  /** Left out if none was ever due. */
  record?: DeploymentRecord | undefined;
}

/**
 * What the state remembers of saves whose answers were lost, until an update has read the record. What they left behind
 * is unknown, so the state declares nothing: any program differs from it.
 */
const lostSave = z.object({
  /** Whether the save was to adopt the record: the next update does so again. */
  takeOver: z.boolean(),
  /** What was declared before them. */
  declared: configurationObject.optional(),
  /** What they declared: the service may hold it. */
  attempted: configurationObject,
  /** What the service held before them. */
  before: configurationObject,
});

/** What the state keeps under `__state`, as a secret, beside the records of deployments. */
export const memory = z.object({
  version: z.literal(stateVersion),
  /** Key of this resource's digests. */
  key: z.string(),
  /** Of a host: which of the inputs that are also outputs the program gave, and what. */
  given: z
    .object({
      hostId: z.number().optional(),
      name: z.string().optional(),
      clientId: z.number().optional(),
      active: z.boolean().optional(),
    })
    .optional(),
  /** Of a host: whether this resource created it or adopted it. */
  origin: z.enum(["created", "adopted"]).optional(),
  /** The configuration from before the adoption. */
  previous: configurationObject.optional(),
  /** See `KnownConfiguration`. */
  fresh: z.array(z.array(z.string())).default([]),
  removed: z.array(z.array(z.string())).optional(),
  observed: z.boolean(),
  /** Imported, and never saved since: what is declared is what was there, and nothing in it is the program's yet. */
  unsavedImport: z.boolean().optional(),
  lostSave: lostSave.optional(),
  beforeDrift: beforeDrift.optional(),
});

export type Memory = z.infer<typeof memory>;

/**
 * Reads the outputs that an earlier operation, perhaps of an older version, has left in the state.
 *
 * @throws UnreadableStateError
 */
export function readRecordedState<Shape extends z.ZodType>(
  shape: Shape,
  outputs: Properties,
): z.output<Shape> {
  const memory = valueAt(outputs, "__state");
  const version = isObject(memory) ? valueAt(memory, "version") : undefined;
  if (typeof version !== "number") {
    throw new UnreadableStateError(
      "The state of this resource was not written by pulumi-hostconfig: it has no `__state`. Where the resource was put into the state by hand, remove it with `pulumi state delete`, and give `hostId` or `groupId`, or import it through the plugin.",
    );
  }
  if (version > stateVersion) {
    throw new UnreadableStateError(
      `The state of this resource was written by a newer version of pulumi-hostconfig (its state has version ${version}, and this package knows versions up to ${stateVersion}). Install the newer package and run the command again; nothing was changed.`,
    );
  }
  const current = migrations.slice(version - 1).reduce((older, migrate) => migrate(older), outputs);
  const parsed = shape.safeParse(known(current));
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  throw new UnreadableStateError(
    `The state of this resource is damaged at ${z.core.toDotPath(problem?.path ?? [])}: ${problem?.message ?? ""}. Mend it with \`pulumi stack export\` and \`import\`, or remove it with \`pulumi state delete\` and adopt what is there anew.`,
  );
}

/** The state of a resource cannot be used by this package. */
class UnreadableStateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnreadableStateError";
  }
}

/** Whether the outputs in a state leave out what was declared, because the answer to a save was lost. */
export function isLost(outputs: Properties, input: string): boolean {
  const memory = valueAt(outputs, "__state");
  const lost = isObject(memory) && valueAt(memory, "lostSave") !== undefined;
  return lost && ["json", "jsonAdmin"].includes(input) && valueAt(outputs, input) === undefined;
}
