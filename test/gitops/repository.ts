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

/** Stands for `gh api` on the comments of pull request 7 of team/hosts, which are in a file. */
const gh = `#!/usr/bin/env node
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
const valueOf = (option) => (args.includes(option) ? args[args.indexOf(option) + 1] : undefined);
const path = args.find((word) => word.startsWith("repos/team/hosts/issues/"));
const comments = existsSync("comments.json") ? JSON.parse(readFileSync("comments.json", "utf8")) : [];
if (args[0] !== "api" || path === undefined || process.env.GH_TOKEN !== "token-of-the-job") process.exit(1);
const file = /^body=@(.*)$/.exec(valueOf("--field") ?? "")?.[1];
const body = file && readFileSync(file, "utf8");
const id = /^repos\\/team\\/hosts\\/issues\\/comments\\/(\\d+)$/.exec(path)?.[1];
const method = valueOf("--method") ?? "GET";
if (method === "GET" && args.includes("--paginate")) {
  // A page after the other, as \`gh\` prints them.
  for (const { author, ...comment } of comments) console.log(JSON.stringify([{ ...comment, user: { login: author } }]));
  process.exit(0);
}
if (method === "PATCH" && id !== undefined) comments.find((comment) => comment.id === Number(id)).body = body;
else if (method === "POST" && path === "repos/team/hosts/issues/7/comments")
  comments.push({ id: comments.length + 1, author: "github-actions[bot]", body });
else process.exit(1);
writeFileSync("comments.json", JSON.stringify(comments));
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
