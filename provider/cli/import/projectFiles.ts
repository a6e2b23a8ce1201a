import { packageVersion } from "../../api/version";
import type { Inventory, UnusableMember } from "./inventory";

/** Writes the program of an inventory in one language. */
export interface ProgramWriter {
  /** Members of a configuration that the language cannot carry. */
  unusable: UnusableMember;
  /** The files beside the import file, the program first. */
  files(inventory: Inventory, project: string): ProjectFile[];
  /** What to do between the writing and the import. */
  prepare: readonly NextStep[];
}

/** A file of the project. */
export interface ProjectFile {
  path: string;
  text: string;
  /** A file that a project may have already, and that is then left as it is. */
  scaffold: boolean;
}

/** A command to run, or what else to do, with the reason. */
export interface NextStep {
  what: string;
  command?: string;
}

export const importFileName = "import.json";

/** A file for `pulumi import --file`. */
export function importFile(inventory: Inventory): ProjectFile {
  const resources = inventory.map(({ kind, id, resourceName }) => ({
    type: `hostconfig:index:${kind}`,
    name: resourceName,
    id: String(id),
  }));
  return jsonFile(importFileName, { resources }, false);
}

/** Where a project finds the plugin once the package is installed beside it. */
const pluginFolder = "node_modules/pulumi-hostconfig/dist/plugin";

/** The lines of a `Pulumi.yaml` that name the plugin. */
export const pluginLines = [
  "plugins:",
  "  providers:",
  "    - name: hostconfig",
  `      path: ${pluginFolder}`,
];

/** @param resources of a program in YAML; a project file without any may be the user's own */
export function pulumiYaml(
  project: string,
  runtime: readonly string[],
  resources: readonly string[] = [],
): ProjectFile {
  const lines = [
    `name: ${project}`,
    ...runtime,
    "description: Hosts and groups of the hosting platform",
    ...pluginLines,
    ...resources,
  ];
  return { path: "Pulumi.yaml", text: `${lines.join("\n")}\n`, scaffold: resources.length === 0 };
}

/** A `package.json` that installs the plugin, and for TypeScript what the program imports. */
export function packageJson(
  project: string,
  {
    main,
    dependencies = {},
    devDependencies,
  }: {
    main?: string;
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  } = {},
): ProjectFile {
  return jsonFile("package.json", {
    name: project.toLowerCase(),
    private: true,
    main,
    dependencies: { ...dependencies, "pulumi-hostconfig": `^${packageVersion}` },
    devDependencies,
  });
}

/** A `.gitignore` for what is installed, what is made, and the import file, which is of use once. */
export function gitIgnore(made: readonly string[] = []): ProjectFile {
  const lines = ["node_modules/", ...made, importFileName];
  return { path: ".gitignore", text: `${lines.join("\n")}\n`, scaffold: true };
}

export function jsonFile(path: string, value: unknown, scaffold = true): ProjectFile {
  return { path, text: `${JSON.stringify(value, undefined, 2)}\n`, scaffold };
}

export const installSteps: readonly NextStep[] = [
  { what: "Install the package, which holds the plugin", command: "npm install pulumi-hostconfig" },
];

/** The steps for a language whose SDK is made out of the plugin's schema. */
export function sdkSteps(language: string): readonly NextStep[] {
  return [
    ...installSteps,
    {
      what: `Make the SDK for ${language} out of the plugin's schema`,
      command: `pulumi package add ./${pluginFolder}/pulumi-resource-hostconfig`,
    },
  ];
}
