import SwaggerParser from "@apidevtools/swagger-parser";
import { ask, withEmulator } from "./asking";
import type { JsonObject } from "./index";

async function describedService(): Promise<JsonObject> {
  let described: unknown;
  await withEmulator({}, async (emulator) => {
    const { status, headers, json } = await ask(emulator, "GET /api-docs/api-docs.json", { token: null });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch("application/json");
    described = json;
  });
  return described as JsonObject;
}

type Validated = Parameters<typeof SwaggerParser.validate>[0];

describe("the machine description", () => {
  it("is valid OpenAPI 3.0", async () => {
    const described = await describedService();
    expect(described["openapi"]).toMatch(/^3\.0\./);
    await expect(SwaggerParser.validate(described as unknown as Validated)).resolves.toBeDefined();
  });

  it("would not be valid with a mistake in it", async () => {
    const { info, ...rest } = await describedService();
    expect(info).toBeDefined();
    await expect(SwaggerParser.validate(rest as unknown as Validated)).rejects.toThrow("info");
  });

  it("names every call of the reference", async () => {
    const { paths } = await describedService();
    const calls = Object.entries(paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls.sort()).toEqual([
      "DELETE /api/v1/hosts/{id}/deploy",
      "GET /api/v1/clients",
      "GET /api/v1/clients/{id}",
      "GET /api/v1/clients/{id}/groups",
      "GET /api/v1/clients/{id}/hosts",
      "GET /api/v1/groups",
      "GET /api/v1/groups/{id}",
      "GET /api/v1/hosts",
      "GET /api/v1/hosts/{id}",
      "GET /api/v1/hosts/{id}/credentials",
      "GET /api/v1/hosts/{id}/deploy",
      "POST /api/v1/groups/{id}",
      "POST /api/v1/hosts",
      "POST /api/v1/hosts/{id}",
      "POST /api/v1/hosts/{id}/deploy",
    ]);
  });

  it("says what the reference says of it", async () => {
    expect(await describedService()).toMatchObject({
      info: { version: "v1" },
      paths: {
        "/api/v1/hosts": {
          get: { responses: { 200: { content: { "application/json": { schema: { type: "array" } } } } } },
        },
        "/api/v1/hosts/{id}/deploy": {
          delete: { responses: { 200: { content: { "application/json": { schema: {} } } } } },
        },
      },
      components: {
        securitySchemes: { token: { type: "apiKey", in: "header", name: "Authorization" } },
        schemas: {
          Host: { properties: { json: { type: "string" } } },
          DeployStatus: {
            properties: {
              publishing: { type: "boolean" },
              publishing_status: { enum: ["deploy", "published", "error", "timeout", "canceled"] },
            },
          },
          DeployRequest: { properties: { type: { enum: ["deploy", "fullDeploy", "fullDeleteDeploy"] } } },
        },
      },
    });
  });

  it("requires a path parameter for each of a path's own", async () => {
    const { paths } = await describedService();
    for (const [path, operations] of Object.entries(paths as Record<string, Record<string, JsonObject>>)) {
      for (const operation of Object.values(operations)) {
        const parameters = JSON.stringify(operation["parameters"] ?? []);
        expect(parameters.includes('"in":"path"')).toBe(path.includes("{id}"));
      }
    }
  });
});
