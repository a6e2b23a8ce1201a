import type { FieldErrors } from "../http/refusal";
import { invalid } from "../http/refusal";
import type { JsonObject } from "../json";
import { isObject } from "../json";
import type { Service } from "../model/service";
import type { NewHost } from "../model/store";
import { configurationObject, stored } from "./configuration";

/** The host that a create asks for, or a 422 with everything that is wrong with it. */
export function newHost(body: unknown, service: Service): NewHost {
  const { store, readings } = service;
  const given = isObject(body) ? body : {};
  const errors = new Map<string, [string]>();
  const optional = <T>(field: string, kind: string, read: (value: unknown) => T | null): T | null => {
    const value = given[field];
    if (value === undefined) return null;
    const result = read(value);
    if (result === null) errors.set(field, [`The ${field} field must be ${kind}.`]);
    return result;
  };
  const required = <T>(field: string, kind: string, read: (value: unknown) => T | null): T | null => {
    if (given[field] === undefined) errors.set(field, [`The ${field} field is required.`]);
    return optional(field, kind, read);
  };
  const configuration = (value: unknown): JsonObject | null => configurationObject(value, readings);

  const name = required("name", "a string that is not empty", text);
  const clientId = required("client_id", "an integer", integer);
  const active = optional("active", "a boolean", boolean) ?? true;
  const json = optional("json", "an object", configuration) ?? {};
  const jsonAdmin = optional("json_admin", "an object", configuration);
  const yaml = optional("yaml", "a string", anyText);
  const yamlAdmin = optional("yaml_admin", "a string", anyText);

  if (clientId !== null && !store.clients.has(clientId)) {
    errors.set("client_id", ["The selected client_id is invalid."]);
  }
  if (readings.duplicateNames === "refused") {
    const taken = [...store.hosts.values()].some((host) => host.name === name && host.clientId === clientId);
    if (taken) errors.set("name", ["The name has already been taken."]);
  }
  const fields: FieldErrors = Object.fromEntries(errors);
  if (name === null || clientId === null || errors.size > 0) throw invalid(fields);
  const saved = stored(json, readings);
  return { name, clientId, active, json: saved, jsonAdmin, yaml, yamlAdmin };
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const anyText = (value: unknown): string | null => (typeof value === "string" ? value : null);
const integer = (value: unknown): number | null => (Number.isSafeInteger(value) ? Number(value) : null);
const boolean = (value: unknown): boolean | null => (typeof value === "boolean" ? value : null);
