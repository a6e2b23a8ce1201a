"use strict";
// Programs run in the virtual environment that `Pulumi.yaml` names, else with the `python3` on PATH.
const { join } = require("node:path");

module.exports = {
  program(request, engine) {
    const info = request.getInfo();
    const folder = info.getProgramDirectory();
    const environment = info.getOptions()?.getFieldsMap().get("virtualenv")?.getStringValue();
    return {
      command: environment ? join(info.getRootDirectory(), environment, "bin", "python") : "python3",
      args: [join(__dirname, "run.py")],
      env: {
        PULUMI_TEST_RUN: JSON.stringify({
          program: join(
            folder,
            info.getEntryPoint(),
            info.getEntryPoint().endsWith(".py") ? "" : "__main__.py",
          ),
          project: request.getProject(),
          stack: request.getStack(),
          organization: request.getOrganization(),
          parallel: request.getParallel(),
          dryRun: request.getDryrun(),
          monitor: request.getMonitorAddress(),
          engine,
          config: Object.fromEntries(request.getConfigMap().entries()),
          secretKeys: request.getConfigsecretkeysList(),
        }),
      },
    };
  },

  plugin() {
    throw new Error("Plugins in Python are not for this host.");
  },
};
