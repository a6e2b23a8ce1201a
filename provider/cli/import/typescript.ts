import type { Inventory, InventoryRecord } from "./inventory";
import { literal, type Syntax, quoted } from "./literal";
import { gitIgnore, jsonFile, packageJson, pulumiYaml, type ProgramWriter } from "./projectFiles";

const syntax: Syntax = {
  indent: "  ",
  scalar: (value) => (typeof value === "string" ? quoted(value) : JSON.stringify(value)),
  list: ["[", "]"],
  object: ["{", "}"],
  objectPadding: " ",
  key: (key) => (/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : quoted(key)),
  secret: (text) => `pulumi.secret(${text})`,
};

const tsconfig = {
  compilerOptions: {
    target: "ES2022",
    module: "Node16",
    moduleResolution: "Node16",
    strict: true,
    skipLibCheck: true,
  },
  files: ["index.ts"],
};

/** A program in TypeScript, with the plugin's classes: Pulumi cannot import dynamic resources. */
export const typescriptProgram: ProgramWriter = {
  // Pulumi's own serialisation in Node.js corrupts the first and fails on the second.
  unusable: (key) => key === "__proto__" || key === "toString",
  files: (inventory, project) => [
    { path: "index.ts", text: program(inventory), scaffold: false },
    pulumiYaml(project, ["runtime: nodejs"]),
    packageJson(project, {
      main: "index.ts",
      dependencies: { "@pulumi/pulumi": "^3.216.0" },
      // Without one, Pulumi compiles with a TypeScript of 2020.
      devDependencies: { typescript: "^5.9.0", "@types/node": "^20.0.0" },
    }),
    jsonFile("tsconfig.json", tsconfig),
    gitIgnore(),
  ],
  prepare: [
    {
      what: "Install the package, the SDK and the compiler",
      command: "npm install pulumi-hostconfig @pulumi/pulumi typescript",
    },
  ],
};

function program(inventory: Inventory): string {
  const kinds = [...new Set(inventory.map(({ kind }) => kind))].sort();
  const marks = inventory.some(({ secrets }) => secrets.length > 0);
  const lines = [
    ...(marks ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    ...(kinds.length === 0 ? [] : [`import { ${kinds.join(", ")} } from "pulumi-hostconfig/plugin";`]),
    ...inventory.map(resource),
  ];
  return `${lines.join("\n")}\n`;
}

function resource({ kind, id, resourceName, json, secrets }: InventoryRecord): string {
  const idInput = kind === "Host" ? "hostId" : "groupId";
  return `
new ${kind}(${quoted(resourceName)}, {
  ${idInput}: ${id},
  json: ${literal(json, secrets, syntax, 1)},
});`;
}
