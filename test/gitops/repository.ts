import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { startEmulator, type Emulator } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { packedPackage } from "../engine/packedPackage";
import { runCommand } from "../engine/runCommand";
import { examples } from "../examples/exampleFolder";
import type { Job, JobState } from "./job";

/** How a job ended. */
export interface JobRun {
  state: JobState;
  /** Everything that its commands printed. */
  log: string;
}

/** A team's repository, made of the example as it stands, with the stack `production` and the platform that it is for. */
export interface Repository {
  folder: string;
  engine: Engine;
  emulator: Emulator;
  /** Runs a job's commands as a runner does. Aborted by `kill`, the command under way is killed and the job cancelled. */
  run(job: Job, kill?: AbortSignal): Promise<JobRun>;
  /** Changes the program, as a merged pull request does. */
  edit(from: string, to: string): Promise<void>;
  /** A file that a job wrote. */
  file(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Stands for the command line of GitHub: keeps what it was called with, and the text of the comment. */
const gh = `#!/usr/bin/env node
const { copyFileSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
copyFileSync(args[args.indexOf("--body-file") + 1], "comment.md");
writeFileSync("gh.json", JSON.stringify({ args, token: process.env.GH_TOKEN, repo: process.env.GH_REPO }));
`;

export async function openRepository(): Promise<Repository> {
  const folder = await mkdtemp(join(tmpdir(), "hostconfig-gitops-"));
  await cp(join(examples, "gitops-yaml"), folder, { recursive: true });
  await symlink(join(await packedPackage(), "node_modules"), join(folder, "node_modules"));
  const tools = join(folder, "tools");
  await mkdir(tools);
  await writeFile(join(tools, "gh"), gh);
  await chmod(join(tools, "gh"), 0o755);
  const emulator = await startEmulator({ deploySeconds: 1 });
  const clientId = emulator.addClient({ email: "owner@example.com" });
  for (const name of ["web1", "web2"]) emulator.addHost({ clientId, name, json: { cache: true } });
  const engine = await openEngine();
  const program = join(folder, "Pulumi.yaml");
  const setUp = [
    ["stack", "init", "production"],
    ["config", "set", "hostconfig:baseUrl", emulator.url],
    ["config", "set", "--secret", "databasePassword", "hunter2"],
  ];
  for (const args of setUp) {
    const { status, reason } = await engine.pulumi(args, { cwd: folder });
    if (status !== 0) throw new Error(`pulumi ${args.join(" ")}: ${reason}`);
  }
  return {
    folder,
    engine,
    emulator,
    edit: async (from, to) => {
      const text = await readFile(program, "utf8");
      if (!text.includes(from)) throw new Error(`The program has no ${from}.`);
      await writeFile(program, text.replace(from, to));
    },
    file: (name) => readFile(join(folder, name), "utf8"),
    run: (job, kill) => runJob(job, { folder, engine, tools, kill }),
    close: async () => {
      await engine.close();
      await emulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Runner {
  folder: string;
  engine: Engine;
  tools: string;
  kill: AbortSignal | undefined;
}

async function runJob(job: Job, { folder, engine, tools, kill }: Runner): Promise<JobRun> {
  let state: JobState = "success";
  let log = "";
  for (const { run, runs, env } of job.steps) {
    // The packed package is installed already.
    if (!runs[state] || run === "npm ci") continue;
    const result = await runCommand("bash", ["-eo", "pipefail", "-c", run], {
      cwd: folder,
      env: {
        ...engine.env,
        PATH: [tools, engine.env.PATH].join(delimiter),
        ...job.env,
        ...env,
        CI_JOB_STATUS: { success: "success", failure: "failed", canceled: "canceled" }[state],
      },
      timeoutSeconds: 300,
      ...(kill === undefined || kill.aborted ? {} : { kill }),
    });
    log += result.stdout + result.stderr;
    if (state !== "success") continue;
    if (kill?.aborted === true) state = "canceled";
    else if (result.status !== 0) state = "failure";
  }
  return { state, log };
}
