import type { JsonObject } from "../api/json";
import type { RecordName } from "./managedRecords";

/** A record of the service that carries a configuration. */
export interface Configured {
  id: number;
  updatedAt: string | undefined;
  json: JsonObject | undefined;
}

/** How the record of a host or a group is reached. */
export interface ConfigurationHolder<Holder extends Configured> {
  record: RecordName;
  /** `Host 12 (web1)` */
  labelOf(holder: Holder): string;
  read(): Promise<Holder>;
  save(json: JsonObject): Promise<void>;
}
