"use strict";
/* global AbortController */
// Runs one action of the Automation API on a program: a function of the caller's, or, as a command, the default export
// of a file, in that program's process and folder:
//   node drive.cjs REQUEST
// REQUEST is JSON (see stackRequest.ts). The engine's output goes to stdout and stderr as it comes, the result as JSON
// into the file that the request names. SIGINT cancels the action, as Ctrl-C does for `pulumi up`.
const { writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { pathToFileURL } = require("node:url");

async function drive(request, { automation, program, onOutput, onError, signal }) {
  const events = [];
  try {
    const stack = await automation.LocalWorkspace.createOrSelectStack(
      { stackName: request.stack, projectName: request.project, program },
      {
        workDir: request.workDir,
        projectSettings: { name: request.project, runtime: "nodejs", main: request.folder },
        envVars: request.envVars,
        pulumiCommand: await automation.PulumiCommand.get({ root: request.root }),
      },
    );
    await stack.setAllConfig(request.config);
    const result = await act(stack, request.action, {
      color: "never",
      ...request.options,
      onEvent: (event) => events.push(event),
      ...{ onOutput, onError, signal },
    });
    return { ok: true, events, ...result };
  } catch (error) {
    return { ok: false, events, error: explain(error) };
  }
}

/** The message; for a CLI that failed only its status, because what it printed is in the output already. */
function explain(error) {
  const message = String(error?.message ?? error);
  const status = /^code: .*exit code (\d+)/s.exec(message)?.[1];
  return status === undefined ? message : `pulumi ended with exit status ${status}`;
}

async function act(stack, action, options) {
  switch (action) {
    case "preview":
      return { changes: (await stack.preview(options)).changeSummary };
    case "up": {
      const { summary, outputs } = await stack.up(options);
      return { changes: summary.resourceChanges, outputs };
    }
    case "refresh":
      return { changes: (await stack.refresh(options)).summary.resourceChanges };
    case "destroy":
      return { changes: (await stack.destroy(options)).summary.resourceChanges };
    case "export":
      return { deployment: (await stack.exportStack()).deployment };
    default:
      throw new Error(`There is no action "${action}".`);
  }
}

async function main() {
  const request = JSON.parse(process.argv[2]);
  const cancel = new AbortController();
  process.on("SIGINT", () => cancel.abort());
  const result = await drive(request, {
    // The program's own SDK, not one beside this file.
    automation: createRequire(`${request.folder}/driver.js`)("@pulumi/pulumi/automation"),
    program: (await import(pathToFileURL(request.program).href)).default,
    onOutput: (text) => process.stdout.write(text),
    onError: (text) => process.stderr.write(text),
    signal: cancel.signal,
  });
  writeFileSync(request.resultFile, JSON.stringify(result));
  process.exit(result.ok ? 0 : 1);
}

module.exports = { drive };
if (require.main === module) void main();
