import * as pulumi from "@pulumi/pulumi";
import type { HostConfigApi } from "../../provider/api/hostConfigApi";
import { core } from "./core";

/** By settings: one process may run the programs of several stacks. */
const clients = new Map<string, HostConfigApi>();

/**
 * The client of the running program's stack, shared by all its calls.
 *
 * @throws SettingsError
 */
export function programApi(): HostConfigApi {
  const { createHostConfigApi, readSettings } = core();
  const config = new pulumi.Config("hostconfig");
  const settings = readSettings((key) => config.get(key), process.env);
  const token = settings.token();
  const key = JSON.stringify([settings, token]);
  const client = clients.get(key) ?? createHostConfigApi({ ...settings, token: () => token });
  clients.set(key, client);
  return client;
}
