import type { Job } from "./job";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  commentAuthor,
  commentServer,
  commentToken,
  type Comment,
  type CommentServer,
} from "./commentServer";
import { githubJob, readWorkflow } from "./githubWorkflow";
import { gitlabJob, readGitlabPipeline } from "./gitlabPipeline";
import { openRepository, type Repository } from "./repository";
import { steps } from "../steps";

jest.setTimeout(900_000);

type JobName = "preview" | "up" | "drift";

/** A service that runs pipelines. */
interface Runner {
  name: string;
  job(repository: Repository, comments: CommentServer, job: JobName): Promise<Job>;
  /** Who writes the comments of a pipeline. */
  author: string;
  /** The comments on the pull request. */
  comments(repository: Repository, comments: CommentServer): Promise<Comment[]>;
  /** Adds comments of others. */
  discuss(repository: Repository, comments: CommentServer, others: Comment[]): Promise<void>;
  /** The text of the drift check that a person sees. */
  told(repository: Repository): Promise<string>;
}

const settings = ({ engine, emulator }: Repository) => ({
  HOSTCONFIG_TOKEN: emulator.tokens.admin,
  PULUMI_CONFIG_PASSPHRASE: String(engine.env.PULUMI_CONFIG_PASSPHRASE),
  PULUMI_BACKEND_URL: String(engine.env.PULUMI_BACKEND_URL),
});

const github: Runner = {
  name: "GitHub Actions",
  job: async (repository, _, name) => {
    const given = settings(repository);
    const values = {
      "secrets.HOSTCONFIG_TOKEN": given.HOSTCONFIG_TOKEN,
      "secrets.PULUMI_CONFIG_PASSPHRASE": given.PULUMI_CONFIG_PASSPHRASE,
      "vars.PULUMI_BACKEND_URL": given.PULUMI_BACKEND_URL,
      "github.token": "token-of-the-job",
      "github.repository": "team/hosts",
      "github.event.pull_request.number": "7",
    };
    const { env, steps } = githubJob(await readWorkflow(repository.folder, name), name, values);
    return { env: { ...env, GITHUB_STEP_SUMMARY: "summary.md" }, steps };
  },
  author: "github-actions[bot]",
  comments: async (repository) => JSON.parse(await repository.file("comments.json")) as Comment[],
  discuss: (repository, _, others) =>
    writeFile(join(repository.folder, "comments.json"), JSON.stringify(others)),
  told: (repository) => repository.file("summary.md"),
};

const gitlab: Runner = {
  name: "GitLab CI",
  job: async (repository, comments, name) =>
    gitlabJob(await readGitlabPipeline(repository.folder), name, {
      ...settings(repository),
      COMMENT_TOKEN: commentToken,
      CI_API_V4_URL: comments.url,
      CI_PROJECT_ID: "5",
      CI_MERGE_REQUEST_IID: "7",
    }),
  author: commentAuthor,
  comments: (_, { comments }) => Promise.resolve(comments),
  discuss: (_, { comments }, others) => {
    comments.push(...others);
    return Promise.resolve();
  },
  told: (repository) => repository.file("drift.md"),
};

describe.each([github, gitlab])("the pipelines of $name", (runner) => {
  let repository: Repository;
  let comments: CommentServer;

  beforeAll(async () => {
    [repository, comments] = await Promise.all([openRepository(), commentServer()]);
  });

  afterAll(async () => {
    await repository.close();
    await comments.close();
  });

  const run = async (name: JobName, kill?: AbortSignal) =>
    repository.run(await runner.job(repository, comments, name), kill);
  const marker = "<!-- pulumi-hostconfig preview hosts production -->";
  const others = (): Comment[] => [
    {
      id: 1,
      author: runner.author,
      body: "<!-- pulumi-hostconfig preview hosts staging -->\n### Of another stack",
    },
    { id: 2, author: "somebody", body: `${marker}\nof a person` },
    { id: 3, author: runner.author, body: "of another workflow" },
  ];
  /** The comment of the pipeline: one, and beside it all others as they were. */
  const comment = async () => {
    const all = await runner.comments(repository, comments);
    expect(all.slice(0, 3)).toEqual(others());
    const [own, ...more] = all.slice(3);
    expect(more).toEqual([]);
    expect(own?.body.split("\n")[0]).toBe(marker);
    return own?.body ?? "";
  };
  const host = (id: number) => repository.emulator.host(id);
  const done = async (name: JobName) => {
    const { state, log } = await run(name);
    expect({ state, log: state === "success" ? "" : log }).toEqual({ state: "success", log: "" });
    return log;
  };

  const step = steps("step by step");

  step("show in a comment what comes under management, and write nothing", async () => {
    await runner.discuss(repository, comments, others());
    await done("preview");
    expect(await comment()).toContain("### 2 resources of hosts/production would be changed");
    expect(await comment()).toContain('| `json.php.version` | – | `"8.3"` |');
    expect(await comment()).toContain("| `json.database.password` | – | `[secret]` |");
    expect(repository.emulator.writes()).toEqual([]);
  });

  step("deploy on merge, and wait until it is published", async () => {
    await done("up");
    expect(host(1)).toMatchObject({
      status: "published",
      deployedJson: { webserver: "nginx", php: { version: "8.3" }, database: { password: "hunter2" } },
    });
    expect(host(2)).toMatchObject({ status: "published", deployedJson: { cache: true } });
  });

  step("name in a comment the key that a pull request changes, with both values", async () => {
    await repository.edit('php: { version: "8.3" }', 'php: { version: "8.4" }');
    await done("preview");
    const text = await comment();
    expect(text).toContain("### 1 resource of hosts/production would be changed");
    expect(text).toContain("`Host 1 (web1)` would be changed");
    expect(text).toContain('| `json.php.version` | `"8.3"` | `"8.4"` |');
    expect(text).not.toContain("hunter2");
  });

  step("say in the comment why a preview fails, and fail", async () => {
    await repository.edit("webserver: nginx", "webserver: ${nobody}");
    expect(await run("preview")).toMatchObject({ state: "failure" });
    expect(await comment()).toContain("### The preview failed");
    expect(await comment()).toContain("nobody");
    await repository.edit("webserver: ${nobody}", "webserver: nginx");
  });

  step("release the stack after a job that was killed, and the next one publishes", async () => {
    repository.emulator.scriptDeployment(1, { seconds: 6, end: "published" });
    const started = repository.emulator.nextRequest({
      method: "POST",
      path: "/api/v1/hosts/1/deploy",
      moment: "ended",
    });
    const kill = new AbortController();
    const killed = run("up", kill.signal);
    await started;
    kill.abort();
    const { state, log } = await killed;
    expect(state).toBe("canceled");
    expect(log).toContain("has been canceled");
    await done("up");
    expect(host(1)).toMatchObject({ status: "published", deployedJson: { php: { version: "8.4" } } });
  });

  step("find no drift where nobody changed anything", async () => {
    await done("drift");
    expect(await runner.told(repository)).toContain("Nothing was changed by hand");
  });

  step("fail at night where somebody changed a host, and say what and whose it is", async () => {
    repository.emulator.editHost(1, (json) => ({
      ...json,
      php: { version: "7.4" },
      database: { user: "shop", password: "by-hand" },
      smtp: { api_key: "also-by-hand" },
    }));
    repository.emulator.editHost(2, (json) => ({ ...json, cache: false, php: { version: "5.6" } }));
    const before = repository.emulator.writes().length;
    expect(await run("drift")).toMatchObject({ state: "failure" });
    const text = await runner.told(repository);
    expect(text).toContain("### 2 resources of hosts/production changed by hand");
    expect(text).toContain("`Host 1 (web1)` was changed by hand");
    expect(text).toContain(
      "`hosts/production`, resource `web1`, owns the keys that it names (ownership: declared)",
    );
    expect(text).toContain('| `json.php.version` | `"8.4"` | `"7.4"` |');
    expect(text).toContain("| `json.database.password` | `[secret]` | `[secret]` |");
    expect(text).toContain("resource `web2`, owns the keys that it names (ownership: declared)");
    expect(text).toContain('| `json.php.version` | `"8.3"` | `"5.6"` |');
    // The program does not own them.
    expect(text).not.toContain("json.smtp");
    expect(text).not.toContain("json.cache");
    expect(text).not.toContain("by-hand");
    expect(repository.emulator.writes()).toHaveLength(before);
  });

  step("tell at night what was saved and not published apart from what somebody changed", async () => {
    repository.emulator.scriptDeployment(1, { seconds: 1, end: "error", output: ["nginx: test failed"] });
    expect(await run("up")).toMatchObject({ state: "failure" });
    expect(await run("drift")).toMatchObject({ state: "failure" });
    const text = await runner.told(repository);
    expect(text).toContain("### Nothing was changed by hand: 2 resources compared");
    expect(text).toContain("#### Saved by an earlier `pulumi up` and not published yet");
    expect(text).toContain(
      '- `Host 1 (web1)`: `hosts/production`, resource `web1`; `the latest deployment ended in "error"`',
    );
    await done("preview");
    expect(await comment()).toContain("### No host or group would be changed, 1 resource would be deployed");
  });

  step("repair it by an up, and the next night is quiet", async () => {
    await done("up");
    expect(host(1).deployedJson).toMatchObject({
      php: { version: "8.4" },
      database: { password: "hunter2" },
    });
    expect(host(2).deployedJson).toEqual({ cache: false, php: { version: "8.3" } });
    await done("drift");
  });
});
