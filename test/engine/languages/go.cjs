"use strict";
// Programs are built in their own folder and told the engine's addresses by the environment, as the Go SDK reads them.
const { execFileSync } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

module.exports = {
  program(request, engine) {
    const info = request.getInfo();
    const folder = info.getProgramDirectory();
    const built = mkdtempSync(join(tmpdir(), "hostconfig-go-"));
    process.on("exit", () => rmSync(built, { recursive: true, force: true }));
    const command = join(built, "program");
    execFileSync("go", ["build", "-o", command, "."], {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit"],
    });
    return {
      command,
      args: [],
      env: {
        PULUMI_PROJECT: request.getProject(),
        PULUMI_STACK: request.getStack(),
        PULUMI_ORGANIZATION: request.getOrganization(),
        PULUMI_ROOT_DIRECTORY: info.getRootDirectory(),
        PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().entries())),
        PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
        PULUMI_DRY_RUN: String(request.getDryrun()),
        PULUMI_PARALLEL: String(request.getParallel()),
        PULUMI_MONITOR: request.getMonitorAddress(),
        PULUMI_ENGINE: engine,
      },
    };
  },

  plugin() {
    throw new Error("Plugins in Go are not for this host.");
  },
};
