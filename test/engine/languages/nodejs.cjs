"use strict";
// Programs run by the SDK's own `cmd/run`, plugins by its `cmd/run-plugin`, policy packs by its `cmd/run-policy-pack`, each
// from the `node_modules` of its own folder.
const { createRequire } = require("node:module");
const { join } = require("node:path");

const sdk = (folder, name) => createRequire(join(folder, "program.js")).resolve(`@pulumi/pulumi/cmd/${name}`);

module.exports = {
  /** The exit status of a program that has told its error already. */
  explainedItself: 32,

  program(request, engine) {
    const info = request.getInfo();
    const folder = info.getProgramDirectory();
    const flags = {
      organization: request.getOrganization(),
      project: request.getProject(),
      "root-directory": info.getRootDirectory(),
      stack: request.getStack(),
      parallel: request.getParallel(),
      pwd: request.getPwd(),
      monitor: request.getMonitorAddress(),
      engine,
    };
    return {
      command: process.execPath,
      args: [
        sdk(folder, "run"),
        ...(request.getDryrun() ? ["--dry-run"] : []),
        ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]),
        info.getEntryPoint(),
      ],
      env: {
        PULUMI_NODEJS_TYPESCRIPT: String(info.getOptions()?.toJavaScript().typescript ?? true),
        PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().entries())),
        PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
      },
    };
  },

  plugin(request) {
    const folder = request.getInfo().getProgramDirectory();
    const args =
      request.getKind() === "analyzer"
        ? // Its folder becomes the current one, where it looks for a `tsconfig.json`.
          [sdk(folder, "run-policy-pack"), "--pwd", folder, ...request.getArgsList(), "."]
        : [sdk(folder, "run-plugin"), folder, ...request.getArgsList()];
    return { command: process.execPath, args };
  },
};
