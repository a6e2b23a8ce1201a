import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageVersion } from "../../provider/api/version";
import type { JsonObject } from "../../provider/api/json";
import { checkDescription, knownEndpoints } from "../../provider/cli/doctor/description";
import { document } from "../emulator/description/document";
import { openCliBench, type CliBench, type CliSettings } from "./cliBench";

let bench: CliBench;

interface Check {
  check: string;
  result: string;
  message: string;
  steps: string[];
}

beforeEach(async () => {
  bench = await openCliBench();
  const { emulator, folder } = bench;
  emulator.addHost({ clientId: emulator.addClient(), name: "web1", json: {} });
  mkdirSync(join(folder, "dist", "plugin"), { recursive: true });
  mkdirSync(join(folder, "dist", "provider", "plugin"), { recursive: true });
  writeFileSync(join(folder, "dist", "plugin", "pulumi-resource-hostconfig"), "");
  writeSchema(packageVersion);
});

afterEach(() => bench.close());

const writeSchema = (version: string) => {
  writeFileSync(join(bench.folder, "dist", "provider", "plugin", "schema.json"), JSON.stringify({ version }));
};

const pulumi = (version: string) => ({ pulumi: () => ({ status: 0, stdout: `${version}\n`, stderr: "" }) });

async function doctor(settings: CliSettings = {}): Promise<{ status: number; checks: Map<string, Check> }> {
  const { status, stdout } = await bench.run(["doctor", "--json"], {
    programs: pulumi("v3.230.0"),
    ...settings,
  });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return { status, checks: new Map(checks.map((check) => [check.check, check])) };
}

describe("doctor", () => {
  it("finds everything as it should be", async () => {
    const { status, stdout } = await bench.run(["doctor"], { programs: pulumi("v3.230.0") });
    expect(status).toBe(0);
    expect(stdout).not.toMatch(/^(warning|problem)/m);
    expect(stdout).toContain("Token: accepted; it sees 1 host of 1 client.");
    expect(stdout).toContain("Rate limit: 6000 requests a minute, 599");
    expect(stdout).toMatch(/Everything is as it should be\.\n$/);
    expect(bench.emulator.writes()).toEqual([]);
  });

  it.each([
    ["admin", "admin-access or cms-access"],
    ["cms", "admin-access or cms-access"],
    ["client", "client-access, as far as can be seen"],
  ] as const)("tells the kind of a token of %s-access", async (kind, message) => {
    const { checks } = await doctor({ env: { HOSTCONFIG_TOKEN: bench.emulator.tokens[kind] } });
    expect(checks.get("Access kind")).toMatchObject({ result: "ok" });
    expect(checks.get("Access kind")?.message).toContain(message);
  });

  it("shows no credentials that it has read", async () => {
    const { stdout } = await bench.run(["doctor", "--json"], { programs: pulumi("v3.230.0") });
    expect(bench.emulator.requestsTo({ path: /credentials$/ })).toHaveLength(1);
    expect(stdout).not.toMatch(/password|root/i);
  });

  it.each([
    ["Node.js", { nodeVersion: "20.17.0" }, "problem", "20.17.0 is too old"],
    ["Pulumi CLI", { programs: {} }, "warning", "no `pulumi` on PATH"],
    ["Pulumi CLI", { programs: pulumi("v3.99.0") }, "warning", "3.99.0 is old"],
    ["Pulumi CLI", { programs: pulumi("v4.0.0") }, "ok", "4.0.0"],
    ["Provider plugin", { packageFolder: "/nowhere" }, "problem", "it is not there"],
    ["Settings", { env: { HOSTCONFIG_TOKEN: "" } }, "problem", "hostconfig:token is not set"],
    [
      "Address",
      { env: { HOSTCONFIG_BASE_URL: "http://127.0.0.1:1", HOSTCONFIG_MAX_RETRIES: "0" } },
      "problem",
      "127.0.0.1:1",
    ],
    ["Token", { env: { HOSTCONFIG_TOKEN: "sample-expired-token" } }, "problem", "did not accept the token"],
  ] as const)("names what is wrong with %s: %j", async (check, settings, result, message) => {
    const { status, checks } = await doctor(settings);
    expect(checks.get(check)).toMatchObject({ result });
    expect(checks.get(check)?.message).toContain(message);
    expect(status).toBe(result === "problem" ? 3 : 0);
    if (result !== "ok") expect(checks.get(check)?.steps.length).toBeGreaterThan(0);
  });

  it("says once what to do about a token that is not accepted", async () => {
    const { checks } = await doctor({ env: { HOSTCONFIG_TOKEN: "sample-expired-token" } });
    const { message = "", steps = [] } = checks.get("Token") ?? {};
    expect([message, ...steps].join("\n").match(/new one/g)).toHaveLength(1);
    expect(steps.join("\n")).toContain("`pulumi config set --secret hostconfig:token`");
  });

  it("says of each check why it was skipped", async () => {
    const { checks } = await doctor({ env: { HOSTCONFIG_BASE_URL: "", HOSTCONFIG_TOKEN: "" } });
    for (const check of ["Address", "Token"]) {
      expect(checks.get(check)).toMatchObject({
        result: "skipped",
        message: "not tried before the settings are right.",
      });
    }
  });

  it("names a misspelt configuration key of the stack", async () => {
    const config = JSON.stringify({ "hostconfig:tokn": { value: "x", secret: false } });
    const programs = {
      pulumi: ([command]: readonly string[]) => ({
        status: 0,
        stdout: command === "config" ? config : "v3.230.0\n",
        stderr: "",
      }),
    };
    const { status, stdout } = await bench.run(["doctor", "--stack", "production"], { programs });
    expect(status).toBe(3);
    expect(stdout).toMatch(/^problem +Settings: hostconfig:tokn is no .* did you mean hostconfig:token\?/m);
    expect(stdout).toMatch(/1 problem\.\n$/);
  });

  it("sees a plugin that is not of one piece with the package", async () => {
    writeSchema("0.0.1");
    const { checks } = await doctor();
    expect(checks.get("Provider plugin")).toMatchObject({ result: "problem" });
  });

  it("warns of a rate limit that is nearly used up", async () => {
    bench.emulator.rateLimit.requests = 3;
    const { checks } = await doctor();
    expect(checks.get("Rate limit")).toMatchObject({ result: "warning" });
  });

  it("says where a login page answers in the service's place", async () => {
    bench.emulator.faults.add({ at: "every", fault: { kind: "html", status: 200 } });
    const { status, checks } = await doctor();
    expect(status).toBe(3);
    expect(checks.get("Address")).toMatchObject({ result: "problem" });
    expect(checks.get("Address")?.steps[0]).toContain("without /api/v1");
  });

  it("goes on without the service's description", async () => {
    bench.emulator.faults.add({
      match: { path: /api-docs/ },
      at: "every",
      fault: { kind: "status", status: 404 },
    });
    const { status, checks } = await doctor();
    expect(status).toBe(0);
    expect(checks.get("API description")).toMatchObject({ result: "warning" });
    expect(checks.get("Token")).toMatchObject({ result: "ok" });
  });
});

describe("the comparison with the service's description", () => {
  const changed = (edit: (copy: JsonObject) => void): Map<string, Check> => {
    const copy = structuredClone<JsonObject>(document);
    edit(copy);
    return new Map(
      checkDescription(copy).map((found) => [found.check, { ...found, steps: [...found.steps] }]),
    );
  };
  type Part = Record<string, unknown>;
  const at = (value: object, ...path: string[]): Part =>
    path.reduce((object: Part, key) => object[key] as Part, value as Part);

  it("knows every endpoint that the description has", () => {
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    expect(knownEndpoints.map(([method, path]) => `${method} ${path}`).sort()).toEqual(described.sort());
  });

  it("names endpoints that are gone", () => {
    const checks = changed((copy) => {
      delete at(copy, "paths", "/api/v1/hosts/{id}/deploy").delete;
    });
    expect(checks.get("Endpoints")).toMatchObject({ result: "warning" });
    expect(checks.get("Endpoints")?.message).toContain("DELETE /api/v1/hosts/{id}/deploy");
  });

  it("takes paths without the version, and parameters of other names, for the same", () => {
    const checks = changed((copy) => {
      const paths = Object.entries(at(copy, "paths"));
      copy.paths = Object.fromEntries(
        paths.map(([path, item]) => [path.replace("/api/v1", "").replace("{id}", "{host}"), item]),
      ) as JsonObject;
    });
    expect([...checks.values()].map(({ result }) => result)).toEqual(["ok", "ok", "ok", "ok"]);
  });

  it.each([
    [
      "DeployRequest",
      "type",
      ["deploy", "fullDeploy", "fullResetDeploy"],
      "Deploy types",
      "ok",
      "write fullResetDeploy",
    ],
    ["DeployRequest", "type", ["deploy", "partialDeploy"], "Deploy types", "warning", "partialDeploy"],
    ["DeployStatus", "publishing_status", ["deploy", "queued"], "Deploy statuses", "warning", "queued"],
  ])("reads the values of %s.%s: %j", (schema, property, values, check, result, message) => {
    const checks = changed((copy) => {
      at(copy, "components", "schemas", schema, "properties", property).enum = values;
    });
    expect(checks.get(check)).toMatchObject({ result });
    expect(checks.get(check)?.message).toContain(message);
  });

  it("warns of another version", () => {
    const checks = changed((copy) => {
      at(copy, "info").version = "v2";
    });
    expect(checks.get("API version")).toMatchObject({ result: "warning" });
  });

  it("survives a description of any form", () => {
    for (const odd of [
      {},
      { paths: [] },
      { paths: { "/hosts/{id}/deploy": { post: { requestBody: { $ref: "#/nowhere" } } } } },
    ]) {
      expect(checkDescription(odd as JsonObject)).toHaveLength(4);
    }
  });
});
