/** What each language's generator has to know. */
export const languages = {
  csharp: {
    namespaces: { hostconfig: "HostConfig" },
    packageReferences: { Pulumi: "[3.60.0,4)" },
    respectSchemaVersion: true,
  },
  go: {
    importBasePath: "example.com/pulumi-hostconfig/sdk/go/hostconfig",
    modulePath: "example.com/pulumi-hostconfig/sdk/go",
    generateResourceContainerTypes: true,
    respectSchemaVersion: true,
  },
  java: {
    buildFiles: "gradle",
  },
  nodejs: {
    dependencies: { "@pulumi/pulumi": "^3.216.0" },
    respectSchemaVersion: true,
  },
  python: {
    packageName: "pulumi_hostconfig",
    pyproject: { enabled: true },
    requires: { pulumi: ">=3.216.0,<4.0.0" },
    respectSchemaVersion: true,
  },
};
