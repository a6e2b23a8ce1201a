import { ExactNumber } from "../../api/json";
import type { Inventory, InventoryRecord } from "./inventory";
import { literal, type Syntax, quoted } from "./literal";
import { gitIgnore, packageJson, pulumiYaml, sdkSteps, type ProgramWriter } from "./projectFiles";

/** Where the schema says that generated SDKs for Go are imported from. */
export const goImportPath = "example.com/pulumi-hostconfig/sdk/go/hostconfig";

const syntax: Syntax = {
  indent: "\t",
  scalar: (value) => {
    if (typeof value === "string") return `pulumi.String(${quoted(value)})`;
    if (typeof value === "boolean") return `pulumi.Bool(${String(value)})`;
    if (value === null) return "nil";
    return Number.isSafeInteger(value) ? `pulumi.Int(${value})` : `pulumi.Float64(${value})`;
  },
  list: ["pulumi.Array{", "}"],
  object: ["pulumi.Map{", "}"],
  objectPadding: "",
  key: quoted,
  secret: (text) => `pulumi.ToSecret(${text})`,
};

/** A program in Go, with the SDK that `pulumi package add` makes. */
export const goProgram: ProgramWriter = {
  // Pulumi's SDK for Go leaves out a member of an object that is null, and takes no JSON text for an object.
  unusable: (key, value) => (value === null && typeof key === "string") || value instanceof ExactNumber,
  files: (inventory, project) => [
    { path: "estate.go", text: program(inventory), scaffold: false },
    { path: "main.go", text: main, scaffold: true },
    pulumiYaml(project, ["runtime: go"]),
    { path: "go.mod", text: `module ${project}\n\ngo 1.25\n`, scaffold: true },
    packageJson(project),
    gitIgnore(),
  ],
  prepare: [...sdkSteps("Go"), { what: "Fetch what the program needs", command: "go mod tidy" }],
};

const main = `package main

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

func main() {
	pulumi.Run(estate)
}
`;

function program(inventory: Inventory): string {
  const imports = [
    ...(inventory.length === 0 ? [] : [`\t"${goImportPath}"`]),
    '\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"',
  ];
  return `package main

import (
${imports.join("\n")}
)

// estate declares the groups and hosts of the platform.
func estate(ctx *pulumi.Context) error {
${inventory.map(resource).join("")}	return nil
}
`;
}

function resource({ kind, id, resourceName, json, secrets }: InventoryRecord): string {
  const [idInput, padding] = kind === "Host" ? ["HostId:", " "] : ["GroupId:", " "];
  const jsonKey = "Json:".padEnd(idInput.length);
  return `	if _, err := hostconfig.New${kind}(ctx, ${quoted(resourceName)}, &hostconfig.${kind}Args{
		${idInput}${padding}pulumi.Int(${id}),
		${jsonKey}${padding}${literal(json, secrets, syntax, 2)},
	}); err != nil {
		return err
	}
`;
}
