import { z } from "zod";
import { isObject, valueAt, known, type Properties } from "../config/values";

/** Step n brings outputs of version n + 1 to the next; what a package has once written stays readable for ever. */
const migrations: readonly ((outputs: Properties) => Properties)[] = [];

/** The version of what the state keeps under `__state`. */
export const stateVersion = migrations.length + 1;

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
