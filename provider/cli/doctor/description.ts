import type { JsonObject, JsonValue } from "../../api/json";
import { isObject, valueAt } from "../../config/values";
import { deployTypes } from "../../deploy/options";
import { finishedStatuses } from "../../deploy/status";
import { plainText } from "../output";
import { ok, warning, type Finding } from "./finding";

const knownStatuses: readonly string[] = [...finishedStatuses, "deploy", "import"];

const upgrade = "Look for a newer version of pulumi-hostconfig: `npm outdated pulumi-hostconfig`.";

/** Compares the service's own description with what this version knows. */
export function checkDescription(description: JsonObject): Finding[] {
  return [
    checkVersion(description),
    checkEndpoints(description),
    checkTypes(description),
    checkStatuses(description),
  ];
}

function checkVersion(description: JsonObject): Finding {
  const check = "API version";
  const version = member(member(description, "info"), "version");
  const text = typeof version === "string" ? plainText(version) : undefined;
  if (text === undefined) return warning(check, "the service's description does not name its version.");
  return /^v?1(\.|$)/.test(text)
    ? ok(check, text)
    : warning(check, `the service says ${text}, and this package knows v1.`, upgrade);
}

function checkEndpoints(description: JsonObject): Finding {
  const check = "Endpoints";
  const told = new Set(
    Object.entries(asRecord(member(description, "paths"))).flatMap(([path, item]) =>
      Object.keys(asRecord(item)).map((method) => `${method.toLowerCase()} ${unprefixed(path)}`),
    ),
  );
  const missing = knownEndpoints.filter(([method, path]) => !told.has(`${method} ${unprefixed(path)}`));
  if (missing.length === 0)
    return ok(check, `the service describes all ${knownEndpoints.length} that are used.`);
  const names = missing.map(([method, path]) => `${method.toUpperCase()} ${path}`);
  return warning(
    check,
    `the service's description leaves out ${names.join(", ")}.`,
    "What needs them may fail; ask the platform's support whether they are gone.",
    upgrade,
  );
}

function checkTypes(description: JsonObject): Finding {
  const check = "Deploy types";
  const body = member(operation(description, "post"), "requestBody");
  const told = enumOf(description, schemaOf(description, body), "type");
  if (told.length === 0) return ok(check, "the service's description does not list them.");
  const unknown = told.filter((type) => !deployTypes.some((known) => known === type));
  if (unknown.length > 0) {
    return warning(check, `the service knows ${unknown.join(", ")}, and this version does not.`, upgrade);
  }
  const spelling = told.includes("fullDeleteDeploy")
    ? ""
    : told.includes("fullResetDeploy")
      ? "; write fullResetDeploy for fullDeleteDeploy"
      : "";
  return ok(check, told.join(", ") + spelling);
}

function checkStatuses(description: JsonObject): Finding {
  const check = "Deploy statuses";
  const answer = member(member(operation(description, "get"), "responses"), "200");
  const told = enumOf(description, schemaOf(description, answer), "publishing_status");
  if (told.length === 0) return ok(check, "the service's description does not list them.");
  const unknown = told.filter((status) => !knownStatuses.includes(status));
  return unknown.length === 0
    ? ok(check, told.join(", "))
    : warning(check, `the service knows ${unknown.join(", ")}, and this version does not.`, upgrade);
}

/** The operation on a host's deployment. */
function operation(description: JsonObject, method: string): JsonValue | undefined {
  const paths = asRecord(member(description, "paths"));
  const path = Object.keys(paths).find(
    (known) => unprefixed(known) === unprefixed("/api/v1/hosts/{id}/deploy"),
  );
  return path === undefined ? undefined : member(paths[path], method);
}

function schemaOf(description: JsonObject, holder: JsonValue | undefined): JsonValue | undefined {
  const content = asRecord(member(resolved(description, holder), "content"));
  return resolved(description, member(content["application/json"], "schema"));
}

function enumOf(description: JsonObject, schema: JsonValue | undefined, name: string): string[] {
  const values = member(resolved(description, member(member(schema, "properties"), name)), "enum");
  return Array.isArray(values) ? values.filter((value) => typeof value === "string").map(plainText) : [];
}

/** What a local reference such as `#/components/schemas/DeployStatus` points at. */
function resolved(description: JsonObject, value: JsonValue | undefined): JsonValue | undefined {
  const reference = member(value, "$ref");
  if (typeof reference !== "string" || !reference.startsWith("#/")) return value;
  return reference.slice(2).split("/").reduce<JsonValue | undefined>(member, description);
}

/** The path without the version before it, which some descriptions put into the server's address; names of parameters do not count. */
function unprefixed(path: string): string {
  return path
    .replace(/^\/api\/v1(?=\/)/, "")
    .replace(/\{[^}]*\}/g, "{}")
    .replace(/\/$/, "");
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) ? valueAt(value, key) : undefined;
}

function asRecord(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The calls that this version makes, as the service's description spells them. */
export const knownEndpoints: readonly (readonly [method: string, path: string])[] = [
  ["get", "/api/v1/clients"],
  ["get", "/api/v1/clients/{id}"],
  ["get", "/api/v1/clients/{id}/groups"],
  ["get", "/api/v1/clients/{id}/hosts"],
  ["get", "/api/v1/hosts"],
  ["post", "/api/v1/hosts"],
  ["get", "/api/v1/hosts/{id}"],
  ["post", "/api/v1/hosts/{id}"],
  ["get", "/api/v1/hosts/{id}/deploy"],
  ["post", "/api/v1/hosts/{id}/deploy"],
  ["delete", "/api/v1/hosts/{id}/deploy"],
  ["get", "/api/v1/hosts/{id}/credentials"],
  ["get", "/api/v1/groups"],
  ["get", "/api/v1/groups/{id}"],
  ["post", "/api/v1/groups/{id}"],
];
