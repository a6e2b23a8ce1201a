import { readFileSync } from "node:fs";
import { join } from "node:path";
import { settingKeys } from "../../provider/api/settings";
import { functions } from "../../provider/functions/functions";
import { packageSchema } from "../../provider/plugin/schema/packageSchema";
import { groupInputs, groupOutputs } from "../../provider/resource/group";
import { hostInputs, hostOutputs } from "../../provider/resource/host";
import { declarations, functionTypeExports } from "../../provider/plugin/schema/declarations";
import type { ObjectSpec, PropertySpec, ResourceSpec } from "../../provider/plugin/schema/packageSpec";

const schema = packageSchema();
const host = schema.resources["hostconfig:index:Host"] as ResourceSpec;
const groupConfig = schema.resources["hostconfig:index:GroupConfig"] as ResourceSpec;

/** The keys of the properties for which this holds, in the order of the alphabet. */
function keysWhere(
  properties: Record<string, PropertySpec>,
  holds: (property: PropertySpec) => unknown,
): string[] {
  const found = Object.entries(properties).filter(([, property]) => holds(property));
  return found.map(([key]) => key).sort();
}

const secretKeys = ({ properties }: ObjectSpec) => keysWhere(properties, ({ secret }) => secret);

it("is written in provider/plugin/schema.json as the definitions give it (else: npm run schema)", () => {
  const written = readFileSync(join(__dirname, "../../provider/plugin/schema.json"), "utf8");
  expect(JSON.stringify(JSON.parse(written), null, 2)).toBe(JSON.stringify(schema, null, 2));
});

it.each([
  ["declared.ts", declarations],
  ["functionTypes.ts", functionTypeExports],
])("is written in sdk/%s as types of programs, but for the format (else: npm run schema)", (file, types) => {
  const written = readFileSync(join(__dirname, "../../sdk", file), "utf8");
  const words = (text: string) => text.split(/[\s;,]+|(?<=[({])|(?=[)}])/).filter((word) => word !== "");
  expect(words(written)).toEqual(words(types()));
});

describe("the schema of a resource", () => {
  it.each([
    ["Host", host, hostInputs, hostOutputs],
    ["GroupConfig", groupConfig, groupInputs, groupOutputs],
  ])(
    "of %s has every input and every output, and nothing of the state's own",
    (_name, spec, inputs, outputs) => {
      expect(Object.keys(spec.inputProperties)).toEqual(Object.keys(inputs.shape));
      expect(new Set(Object.keys(spec.properties))).toEqual(
        new Set([...Object.keys(inputs.shape), ...Object.keys(outputs.shape)]),
      );
    },
  );

  it("says what has to be given, and what is always there", () => {
    expect(host.requiredInputs).toBeUndefined();
    expect(groupConfig.requiredInputs).toEqual(["groupId", "json"]);
    expect(host.required).toEqual(["hostId", "name", "savedJson", "fingerprint"]);
    expect(groupConfig.required).toEqual([
      "groupId",
      "json",
      "name",
      "savedJson",
      "fingerprint",
      "deployments",
    ]);
  });

  it("says what is secret, among inputs and outputs", () => {
    expect(keysWhere(host.inputProperties, ({ secret }) => secret)).toEqual(["jsonAdmin", "yamlAdmin"]);
    expect(secretKeys(host)).toEqual(["jsonAdmin", "savedJson", "yamlAdmin"]);
    expect(secretKeys(groupConfig)).toEqual(["savedJson"]);
  });

  it("says whose change replaces, and leaves the decision to the provider", () => {
    const replaces = (spec: ResourceSpec) =>
      keysWhere(spec.inputProperties, ({ willReplaceOnChanges }) => willReplaceOnChanges);
    expect(replaces(host)).toEqual(["clientId", "hostId", "name"]);
    expect(replaces(groupConfig)).toEqual(["groupId"]);
    expect(JSON.stringify(schema)).not.toContain('"replaceOnChanges"');
  });

  it("gives no default to an input that excludes another", () => {
    expect(keysWhere(host.inputProperties, (property) => property.default !== undefined)).toEqual([
      "onDestroy",
      "ownership",
    ]);
  });

  it("is an alias of the dynamic resource, so that a program can move", () => {
    expect(host.aliases).toEqual([{ type: "pulumi-nodejs:dynamic/hostconfig:Host" }]);
    expect(groupConfig.aliases).toEqual([{ type: "pulumi-nodejs:dynamic/hostconfig:GroupConfig" }]);
  });

  it("takes a configuration as a map of anything, and ids as whole numbers", () => {
    expect(host.inputProperties.json).toMatchObject({
      type: "object",
      additionalProperties: { $ref: "pulumi.json#/Any" },
    });
    expect(host.inputProperties.hostId).toMatchObject({ type: "integer" });
    expect(groupConfig.inputProperties.deployHosts).toMatchObject({
      type: "array",
      items: { type: "integer" },
    });
  });
});

describe("the schema of the configuration", () => {
  it("has every key with its environment variable, type and default", () => {
    const { variables } = schema.config;
    expect(Object.keys(variables)).toEqual(settingKeys.map(({ key }) => key));
    expect(variables.maxRetries).toMatchObject({
      type: "integer",
      default: 5,
      defaultInfo: { environment: ["HOSTCONFIG_MAX_RETRIES"] },
    });
    expect(keysWhere(variables, ({ secret }) => secret)).toEqual(["token"]);
  });

  it("lets an explicit provider take the same, and nothing of the environment into the state", () => {
    const { inputProperties } = schema.provider;
    expect(Object.keys(inputProperties)).toEqual(settingKeys.map(({ key }) => key));
    expect(inputProperties.token).toMatchObject({ type: "string", secret: true });
    expect(keysWhere(inputProperties, (spec) => spec.default ?? spec.defaultInfo)).toEqual([]);
  });
});

describe("the schema of a function", () => {
  it.each(Object.entries(functions))(
    "%s has its arguments, its results and its secrets",
    (name, definition) => {
      const spec = schema.functions[`hostconfig:index:${name}`];
      expect(Object.keys(spec?.inputs.properties ?? {})).toEqual(Object.keys(definition.args.shape));
      expect(Object.keys(spec?.outputs.properties ?? {})).toEqual(Object.keys(definition.result.shape));
      expect(spec === undefined ? [] : secretKeys(spec.outputs)).toEqual(
        [...definition.secretResults].sort(),
      );
    },
  );
});

describe("the types of the schema", () => {
  it("are those that something refers to", () => {
    const references = JSON.stringify(schema).matchAll(/"#\/types\/([^"]+)"/g);
    expect([...new Set([...references].map(([, token]) => token))].sort()).toEqual(Object.keys(schema.types));
  });

  it("name each value of an enum", () => {
    expect(schema.types["hostconfig:index:DeployType"]).toMatchObject({
      type: "string",
      enum: [
        { name: "Deploy", value: "deploy" },
        { name: "FullDeploy", value: "fullDeploy" },
        { name: "FullDeleteDeploy", value: "fullDeleteDeploy" },
        { name: "FullResetDeploy", value: "fullResetDeploy" },
      ],
    });
  });
});
