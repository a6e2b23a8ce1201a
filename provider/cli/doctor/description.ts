import type { JsonObject, JsonValue } from "../../api/json";
import { isObject, valueAt } from "../../config/values";
import { deployTypes } from "../../deploy/options";
import { finishedStatuses } from "../../deploy/status";
import { plainText } from "../output";
import { ok, warning, type Finding } from "./finding";

const upgrade = "Look for a newer version of pulumi-hostconfig: `npm outdated pulumi-hostconfig`.";

/** Compares the service's own description with what this version knows. */
export function checkDescription(description: JsonObject): Finding[] {
  const request = member(operation(description, "post"), "requestBody");
  const types = enumOf(description, request, "type");
  const usesReset = types.includes("fullResetDeploy") && !types.includes("fullDeleteDeploy");
  const spelling = usesReset ? "; write fullResetDeploy for fullDeleteDeploy" : "";
  const answer = member(member(operation(description, "get"), "responses"), "200");
  const statuses = enumOf(description, answer, "publishing_status");
  return [
    checkVersion(description),
    checkEndpoints(description),
    checkValues("Deploy types", types, deployTypes, spelling),
    checkValues("Deploy statuses", statuses, [...finishedStatuses, "deploy", "import"]),
  ];
}

function checkVersion(description: JsonObject): Finding {
  const check = "API version";
  const version = member(member(description, "info"), "version");
  if (typeof version !== "string") {
    return warning(check, "the service's description does not name its version.");
  }
  const text = plainText(version);
  return /^v?1(\.|$)/.test(text)
    ? ok(check, text)
    : warning(check, `the service says ${text}, and this package knows v1.`, upgrade);
}

function checkEndpoints(description: JsonObject): Finding {
  const check = "Endpoints";
  const described = new Set(
    Object.entries(asRecord(member(description, "paths"))).flatMap(([path, item]) =>
      Object.keys(asRecord(item)).map((method) => `${method.toLowerCase()} ${unprefixed(path)}`),
    ),
  );
  const missing = knownEndpoints.filter(([method, path]) => !described.has(`${method} ${unprefixed(path)}`));
  if (missing.length === 0) {
    return ok(check, `the service describes all ${knownEndpoints.length} that are used.`);
  }
  const names = missing.map(([method, path]) => `${method.toUpperCase()} ${path}`);
  return warning(
    check,
    `the service's description leaves out ${names.join(", ")}.`,
    "What needs them may fail; ask the platform's support whether they are gone.",
    upgrade,
  );
}

/** @param note stands behind the values if all are known */
function checkValues(
  check: string,
  described: readonly string[],
  known: readonly string[],
  note = "",
): Finding {
  if (described.length === 0) return ok(check, "the service's description does not list them.");
  const unknown = described.filter((value) => !known.includes(value));
  return unknown.length === 0
    ? ok(check, described.join(", ") + note)
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

/** The values that a request or an answer may have under a name. */
function enumOf(description: JsonObject, holder: JsonValue | undefined, name: string): string[] {
  const inside = (value: JsonValue | undefined, key: string) => resolved(description, member(value, key));
  const content = member(resolved(description, holder), "content");
  const schema = inside(member(content, "application/json"), "schema");
  const values = member(inside(member(schema, "properties"), name), "enum");
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

/** The calls that this version makes, in the format of the service's description. */
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
