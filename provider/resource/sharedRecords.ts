import { opened } from "../config/configurationValue";
import { ownedKeys, ownInCommon, type OwnedKeys } from "../config/ownership";
import type { Properties } from "../config/values";

/** What a resource of the program manages. Not its configuration: of thousands of hosts that would be too much to keep. */
interface ManagedParts {
  keys: OwnedKeys | undefined;
  admin: boolean;
  /** The host or group, such as `Host 7`; `undefined` until it is known. */
  record: string | undefined;
}

/**
 * The hosts and groups of a program by the resources that manage them, to warn of two that overwrite each other's changes.
 *
 * Only what is checked counts as the program's: a resource that is in the state alone is on its way out, and its host may
 * be another one's by now.
 */
export class SharedRecords {
  readonly #resources = new Map<string, ManagedParts>();
  /** The URNs of those who manage a record. */
  readonly #holders = new Map<string, Set<string>>();

  /**
   * Is told of every resource of the program, when its inputs are checked.
   *
   * @returns what to warn of
   */
  checked(urn: string, inputs: Properties): string[] {
    this.#release(urn);
    const admin = inputs.jsonAdmin !== undefined;
    this.#resources.set(urn, { keys: ownedKeys(opened(inputs)), admin, record: undefined });
    for (const [input, label] of [["hostId", "Host"] as const, ["groupId", "Group"] as const]) {
      const id = inputs[input];
      if (typeof id === "number") return this.#hold(urn, `${label} ${id}`);
    }
    return [];
  }

  /**
   * Is told of every resource that is compared with its state and stays what it is: a host that was created knows its id
   * from there.
   *
   * @returns what to warn of
   */
  compared(urn: string, label: "Host" | "Group", id: string): string[] {
    return this.#hold(urn, `${label} ${id}`);
  }

  #hold(urn: string, record: string): string[] {
    const own = this.#resources.get(urn);
    if (own === undefined || own.record === record) return [];
    this.#release(urn);
    own.record = record;
    const others = this.#holders.get(record) ?? new Set();
    this.#holders.set(record, others);
    const warnings = [...others].flatMap((other) => {
      const theirs = this.#resources.get(other);
      const advice = theirs && adviceFor(own, theirs);
      return advice === undefined
        ? []
        : [`${record} is managed by "${nameOf(other)}" of this program, too: ${advice}`];
    });
    others.add(urn);
    return warnings;
  }

  #release(urn: string): void {
    const record = this.#resources.get(urn)?.record;
    if (record !== undefined) this.#holders.get(record)?.delete(urn);
  }
}

/** What to do about two resources that get in each other's way. */
function adviceFor(one: ManagedParts, other: ManagedParts): string | undefined {
  if (one.admin && other.admin) {
    return "each of the two overwrites the other's jsonAdmin. Give jsonAdmin to one of them only.";
  }
  if (one.keys === undefined || other.keys === undefined || !ownInCommon(one.keys, other.keys))
    return undefined;
  return one.keys === "all" || other.keys === "all"
    ? 'each of the two undoes what the other one saves. Manage it with one resource, or give both ownership "declared" and keys of their own.'
    : "both declare some of its keys, and each overwrites what the other one saves. Let every key stand in one of them only.";
}

/** The name that the program gives the resource. */
function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
