import { packageVersion } from "../../../api/version";
import { importFileName } from "../importFile";
import type { ProjectFile } from "./programWriter";

/** Where a project finds the plugin once the package is installed beside it. */
export const pluginFolder = "node_modules/pulumi-hostconfig/dist/plugin";

/** The lines of a `Pulumi.yaml` that name the plugin. */
export const pluginLines = [
  "plugins:",
  "  providers:",
  "    - name: hostconfig",
  `      path: ${pluginFolder}`,
];

/** A `Pulumi.yaml` for a program in another language than YAML. */
export function pulumiYaml(project: string, runtime: readonly string[]): ProjectFile {
  const lines = [
    `name: ${project}`,
    ...runtime,
    "description: Hosts and groups of the hosting platform",
    ...pluginLines,
  ];
  return { path: "Pulumi.yaml", text: `${lines.join("\n")}\n`, scaffold: true };
}

/** A `package.json` that installs the plugin, and for TypeScript what the program imports. */
export function packageJson(
  project: string,
  more: {
    main?: string;
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  } = {},
): ProjectFile {
  const { main, dependencies = {}, devDependencies } = more;
  const manifest = {
    name: project.toLowerCase(),
    private: true,
    ...(main === undefined ? {} : { main }),
    dependencies: { ...dependencies, "pulumi-hostconfig": `^${packageVersion}` },
    ...(devDependencies === undefined ? {} : { devDependencies }),
  };
  return { path: "package.json", text: `${JSON.stringify(manifest, undefined, 2)}\n`, scaffold: true };
}

/** A `.gitignore` for what is installed, what is made, and the import file, which is of use once. */
export function gitIgnore(made: readonly string[] = []): ProjectFile {
  const lines = ["node_modules/", ...made, importFileName];
  return { path: ".gitignore", text: `${lines.join("\n")}\n`, scaffold: true };
}
