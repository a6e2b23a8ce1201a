import type { Inventory, InventoryRecord } from "./inventory";
import { literal, type Syntax, quoted } from "./literal";
import { gitIgnore, packageJson, pulumiYaml, sdkSteps, type ProgramWriter } from "./projectFiles";

const syntax: Syntax = {
  indent: "    ",
  scalar: (value) => {
    if (typeof value === "string") return quoted(value);
    if (typeof value === "boolean") return value ? "True" : "False";
    return value === null ? "None" : String(value);
  },
  list: ["[", "]"],
  object: ["{", "}"],
  objectPadding: "",
  key: quoted,
  secret: (text) => `pulumi.Output.secret(${text})`,
};

/** A program in Python, with the SDK that `pulumi package add` makes. */
export const pythonProgram: ProgramWriter = {
  unusable: () => false,
  files: (inventory, project) => [
    { path: "__main__.py", text: program(inventory), scaffold: false },
    pulumiYaml(project, ["runtime:", "  name: python", "  options:", "    virtualenv: venv"]),
    { path: "requirements.txt", text: "pulumi>=3.216.0,<4.0.0\n", scaffold: true },
    packageJson(project),
    gitIgnore(["venv/", "__pycache__/"]),
  ],
  prepare: sdkSteps("Python"),
};

function program(inventory: Inventory): string {
  const marks = inventory.some(({ secrets }) => secrets.length > 0);
  const lines = [
    ...(marks ? ["import pulumi"] : []),
    "import pulumi_hostconfig as hostconfig",
    ...inventory.map(resource),
  ];
  return `${lines.join("\n")}\n`;
}

function resource({ kind, id, resourceName, json, secrets }: InventoryRecord): string {
  const idInput = kind === "Host" ? "host_id" : "group_id";
  return `
hostconfig.${kind}(
    ${quoted(resourceName)},
    ${idInput}=${id},
    json=${literal(json, secrets, syntax, 1)},
)`;
}
