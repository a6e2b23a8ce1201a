import { report } from "../engine/progress";
import { describeWith } from "../sdks/generatedSdk";
import { golang, python } from "../sdks/languages";
import { exampleNames } from "./exampleFolder";
import { ExampleRun } from "./exampleRun";

jest.setTimeout(600_000);

let example: ExampleRun;
afterEach(() => example.close());

/** The README's commands end with every change published; a second look finds nothing left to do. */
async function followed(name: string, typed?: Readonly<Record<string, string>>): Promise<ExampleRun> {
  example = await ExampleRun.open(name);
  await example.follow(typed);
  const preview = await example.pulumi("preview", "--expect-no-changes");
  expect(preview).toMatchObject({ status: 0 });
  return example;
}

/** What every host of the platform holds before. */
const held = { php: { version: "8.1", memory_limit: "256M" } };
const host = (id: number) => example.emulator.host(id);
const requests = (pattern: string) => example.emulator.writes().filter((write) => write.pattern === pattern);
const deployments = () => requests("/api/v1/hosts/{id}/deploy").length;

const expectPassword = (id: number) => {
  expect(host(id)).toMatchObject({
    status: "published",
    deployedJson: { database: { password: "hunter2" } },
  });
};

describe("the example", () => {
  const tried: string[] = [];
  const runs = (name: string, run: () => Promise<void>) => {
    tried.push(name);
    it(`${name} does what its README says`, run);
  };

  runs("one-host-typescript", async () => {
    await followed("one-host-typescript");
    expect(host(12)).toMatchObject({
      status: "published",
      deployedJson: { webserver: "nginx", php: { version: "8.3", memory_limit: "512M" }, cache: true },
    });
  });

  runs("group-and-hosts-typescript", async () => {
    await followed("group-and-hosts-typescript");
    expect(example.emulator.group(3).savedJson).toEqual({ php: { version: "8.3" }, backup: { keep: 14 } });
    expect([host(12).status, host(14).status]).toEqual(["published", "published"]);
    expect(deployments()).toBe(2);
  });

  runs("fleet-from-file-typescript", async () => {
    await followed("fleet-from-file-typescript");
    expect(host(13)).toMatchObject({
      status: "published",
      deployedJson: { php: { version: "8.2", memory_limit: "1024M" }, cache: false },
    });
    expect(deployments()).toBe(3);
  });

  runs("environments-typescript", async () => {
    await followed("environments-typescript");
    expect(host(13).deployedJson).toEqual({
      ...held,
      env: { APP_ENV: "staging", APP_DEBUG: true },
      queue: { workers: 1 },
    });
    expect(host(14).deployedJson).toEqual({
      ...held,
      env: { APP_ENV: "production", APP_DEBUG: false },
      queue: { workers: 8 },
    });
    expect(requests("/api/v1/hosts/{id}/deploy").map(({ body }) => body)).toEqual([
      { type: "fullDeploy" },
      { type: "deploy" },
    ]);
  });

  runs("declared-beside-a-team-typescript", async () => {
    await followed("declared-beside-a-team-typescript");
    const declared = {
      php: { version: "8.3", memory_limit: "256M" },
      firewall: { ssh_from: ["198.51.100.0/24"] },
    };
    expect(host(15).deployedJson).toEqual(declared);
    // The team changes a key of its own and one of the program's: one of the two is drift.
    example.emulator.editHost(15, (json) => ({ ...json, php: { version: "7.4", memory_limit: "1G" } }));
    const refresh = await example.pulumi("refresh", "--yes", "--skip-preview", "--diff");
    expect(refresh.stdout).toContain('version: "8.3" => "7.4"');
    expect(refresh.stdout).not.toContain("memory_limit");
    expect(await example.pulumi("up", "--yes", "--skip-preview")).toMatchObject({ status: 0 });
    expect(host(15).deployedJson).toEqual({ ...declared, php: { version: "8.3", memory_limit: "1G" } });
    expect(await example.pulumi("destroy", "--yes", "--skip-preview")).toMatchObject({ status: 0 });
    expect(host(15).deployedJson).toEqual({ php: { version: "8.1", memory_limit: "1G" } });
  });

  runs("two-accounts-typescript", async () => {
    example = await ExampleRun.open("two-accounts-typescript");
    await example.follow({ agencyToken: example.emulator.tokens.cms });
    expect(await example.pulumi("preview", "--expect-no-changes")).toMatchObject({ status: 0 });
    const starts = requests("/api/v1/hosts/{id}/deploy");
    const { admin, cms } = example.emulator.tokens;
    expect(starts.map(({ path, headers }) => [path, headers.authorization]).sort()).toEqual([
      ["/api/v1/hosts/16/deploy", `Bearer ${admin}`],
      ["/api/v1/hosts/17/deploy", `Bearer ${cms}`],
    ]);
  });

  runs("secrets-typescript", async () => {
    const typed = { databasePassword: "hunter2-database", licenceKey: "hunter2-licence" };
    example = await ExampleRun.open("secrets-typescript");
    expect(await example.follow(typed)).toContain("hunter2-database");
    expect(host(18).deployedJson).toEqual({
      ...held,
      database: { user: "shop", password: "hunter2-database" },
    });
    const { stdout } = await example.pulumi("stack", "export");
    expect(stdout).toContain("database");
    expect(stdout).not.toContain("hunter2");
  });

  runs("component-typescript", async () => {
    await followed("component-typescript");
    expect(example.emulator.group(2).savedJson).toMatchObject({ php: { version: "8.3" } });
    expect(host(20).deployedJson).toMatchObject({ cluster: { name: "shop", member: 2 } });
    expect(deployments()).toBe(2);
  });

  runs("automation-javascript", async () => {
    example = await ExampleRun.open("automation-javascript");
    expect(await example.follow()).toBe(
      ["web5: PHP 8.3, published", "web6: PHP 8.3, published", "web7: PHP 8.3, published", ""].join("\n"),
    );
    example.emulator.scriptDeployment(5, { seconds: 1, end: "error", output: ["E: no such package"] });
    const failed = await example.run(["node", "rollout.mjs", "8.4", "5", "6"]);
    expect(failed).toMatchObject({ status: 1 });
    expect(failed.stderr).toContain("Host 5 failed, and the hosts after it were left alone.");
    expect(host(6).deployedJson).toMatchObject({ php: { version: "8.3" } });
  });

  runs("one-host-yaml", async () => {
    await followed("one-host-yaml");
    expect(host(2)).toMatchObject({ status: "published", deployedJson: { php: { version: "8.3" } } });
    expect((await example.pulumi("stack", "output", "owner")).stdout.trim()).toBe("owner@example.com");
  });

  describeWith(python)("for Python", () => {
    runs("one-host-python", async () => {
      example = await ExampleRun.open("one-host-python");
      const impossible = await example.impossibleCommand();
      if (impossible !== undefined) {
        report(`Skipping the README of one-host-python: this CLI cannot run ${impossible}.`);
        return;
      }
      await example.follow({ databasePassword: "hunter2" });
      expectPassword(3);
    });

    it("one-host-python runs with the SDK of `npm run sdk:generate`", async () => {
      example = await ExampleRun.open("one-host-python");
      await example.followWithGeneratedSdk({ databasePassword: "hunter2" });
      expect(await example.pulumi("preview", "--expect-no-changes")).toMatchObject({ status: 0 });
      expectPassword(3);
    });
  });

  describeWith(golang)("for Go", () => {
    runs("one-host-go", async () => {
      example = await ExampleRun.open("one-host-go");
      const impossible = await example.impossibleCommand();
      if (impossible !== undefined) {
        report(`Skipping the README of one-host-go: this CLI cannot run ${impossible}.`);
        return;
      }
      await example.follow({ databasePassword: "hunter2" });
      expectPassword(4);
    });

    it("one-host-go runs with the SDK of `npm run sdk:generate`", async () => {
      example = await ExampleRun.open("one-host-go");
      await example.followWithGeneratedSdk({ databasePassword: "hunter2" });
      expect(await example.pulumi("preview", "--expect-no-changes")).toMatchObject({ status: 0 });
      expectPassword(4);
    });
  });

  it("is tried, whichever it is", async () => {
    example = await ExampleRun.open("one-host-yaml");
    // These have tests of their own.
    const others = ["gitops-yaml", "policy-pack-typescript"];
    expect([...tried, ...others].sort()).toEqual(await exampleNames());
  });
});
