import { STATUS_CODES } from "node:http";
import type { JsonObject } from "../json";

/** The path parameter `id`. */
export const id: JsonObject = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "integer", format: "int64" },
};

export function listParameters(searched: string): JsonObject[] {
  return [
    {
      name: "size",
      in: "query",
      description: "Items per page",
      schema: { type: "integer", default: 15 },
    },
    { name: "page", in: "query", description: "Page number", schema: { type: "integer", default: 1 } },
    { name: "search", in: "query", description: searched, schema: { type: "string" } },
  ];
}

export function one(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` };
}

export function listOf(schema: string): JsonObject {
  return { type: "array", items: one(schema) };
}

export function jsonBody(schema: string, example: JsonObject): JsonObject {
  return { required: true, content: { "application/json": { schema: one(schema), example } } };
}

/** The responses by status, null for one without a body; 429 belongs to every endpoint. */
export function answers(bodies: Readonly<Record<number, JsonObject | null>>): JsonObject {
  const all = Object.entries({ ...bodies, 429: null });
  return Object.fromEntries(all.map(([status, schema]) => [status, response(Number(status), schema)]));
}

function response(status: number, schema: JsonObject | null): JsonObject {
  const description = STATUS_CODES[status] ?? String(status);
  return schema === null ? { description } : { description, content: { "application/json": { schema } } };
}
