import type { JsonObject } from "../../api/json";
import type { PropertyPath } from "../../lifecycle/configuration/propertyPath";

/** A host or a group that comes under Pulumi. */
export interface EstateRecord {
  kind: "Host" | "GroupConfig";
  id: number;
  /** On the platform; safe for a terminal. */
  name: string;
  clientId: number | undefined;
  /** In the program; no other record has it. */
  resourceName: string;
  json: JsonObject;
  /** Places in `json` whose values are probably secrets. */
  secrets: PropertyPath[];
}

/** What tells a record to a person. */
export type NamedRecord = Pick<EstateRecord, "kind" | "id" | "name">;

/** Groups first, then hosts, each in the order of their ids. */
export type Estate = readonly EstateRecord[];
