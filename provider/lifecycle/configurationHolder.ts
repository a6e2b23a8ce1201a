import type { JsonObject } from "../api/json";

/** A record of the service that carries a configuration. */
export interface Configured {
  id: number;
  json: JsonObject | undefined;
}

/** How the record of a host or a group is reached. */
export interface ConfigurationHolder<Holder extends Configured> {
  read(): Promise<Holder>;
  save(json: JsonObject): Promise<void>;
}
