"use strict";
// A language host as the engine starts it: `pulumi-language-NAME [options] ENGINE`. The official distribution brings one
// for each language; a CLI built from its Go modules has only YAML's. This one runs programs and plugins with what the
// language's own SDK offers for that, installs nothing and generates nothing.
const { spawn } = require("node:child_process");
const grpc = require("@grpc/grpc-js");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb");
const {
  AboutResponse,
  GetProgramDependenciesResponse,
  GetRequiredPackagesResponse,
  RunPluginResponse,
  RunResponse,
} = require("@pulumi/pulumi/proto/language_pb");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb");

const languages = {
  nodejs: () => require("./nodejs.cjs"),
  python: () => require("./python.cjs"),
  go: () => require("./go.cjs"),
};

/** Serves a language until the engine ends the process. */
module.exports = function serve(name) {
  const language = languages[name]();
  const engine = process.argv.at(-1);
  const server = new grpc.Server();
  const unary = (answer) => (call, callback) => {
    Promise.resolve()
      .then(() => answer(call.request))
      .then(
        (reply) => callback(null, reply),
        (error) => callback({ code: grpc.status.UNKNOWN, details: error.message }),
      );
  };
  server.addService(LanguageRuntimeService, {
    getRequiredPackages: unary(() => new GetRequiredPackagesResponse()),
    getProgramDependencies: unary(() => new GetProgramDependenciesResponse()),
    getPluginInfo: unary(() => new PluginInfo()),
    about: unary(() => new AboutResponse()),
    installDependencies: (call) => call.end(),
    run: unary((request) => run(language, request, engine)),
    runPlugin: (call) => runPlugin(language, call),
  });
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    process.stdout.write(`${port}\n`);
  });
};

/** Runs a program to its end; what it prints goes where this process's output goes. */
async function run(language, request, engine) {
  const { command, args, env } = await language.program(request, engine);
  const child = spawn(command, args, {
    cwd: request.getInfo().getProgramDirectory(),
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const response = new RunResponse();
  const code = await ended(child);
  if (code === language.explainedItself) response.setBail(true);
  else if (code !== 0) response.setError(`${command} ended with exit status ${code}`);
  return response;
}

/** Runs a plugin, and passes on what it prints, as long as the engine listens. */
async function runPlugin(language, call) {
  const { request } = call;
  const { command, args } = language.plugin(request);
  const variables = request.getEnvList().map((each) => {
    const at = each.indexOf("=");
    return [each.slice(0, at), each.slice(at + 1)];
  });
  const child = spawn(command, args, {
    cwd: request.getPwd(),
    env: { ...process.env, ...Object.fromEntries(variables) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (data) => call.write(new RunPluginResponse().setStdout(data)));
  child.stderr.on("data", (data) => call.write(new RunPluginResponse().setStderr(data)));
  call.on("cancelled", () => child.kill());
  call.write(new RunPluginResponse().setExitcode(await ended(child)));
  call.end();
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
