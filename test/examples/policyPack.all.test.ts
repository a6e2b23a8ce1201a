import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { copyOf, type ExampleFolder } from "./exampleFolder";
import { ExampleRun } from "./exampleRun";
import { steps } from "../steps";

jest.setTimeout(600_000);

type Edit = readonly [from: string, to: string];

/** A program of each door, and how it is changed. */
const programs = [
  {
    door: "dynamic resources",
    example: "one-host-typescript",
    file: "index.ts",
    dangerous: ["json: {", 'deploy: { type: "fullDeleteDeploy" }, json: {'] as Edit,
    production: [['new Host("web"', 'new Host("productionWeb"']] as Edit[],
    group: [
      ["import { Host }", "import { GroupConfig, Host }"],
      [
        "const web =",
        'new GroupConfig("shared", { groupId: 1, json: {}, deployHosts: [2], deploy: { type: "fullDeleteDeploy" } });\nconst web =',
      ],
    ] as Edit[],
  },
  {
    door: "the plugin",
    example: "one-host-yaml",
    file: "Pulumi.yaml",
    dangerous: ["deploy:\n", "deploy:\n        type: fullDeleteDeploy\n"] as Edit,
    production: [
      ["  web:\n", "  productionWeb:\n"],
      ["${web.", "${productionWeb."],
    ] as Edit[],
    group: [
      [
        "        backup: { keep: 30 }\n",
        "        backup: { keep: 30 }\n      deployHosts: [2]\n      deploy: { type: fullDeleteDeploy }\n",
      ],
    ] as Edit[],
  },
];

/** What the README shows of a violation, apart from the path of the pack and the type, which each door has its own of. */
async function violation(folder: string): Promise<string[]> {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const block = /```text\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const lines = block.split("\n").map((line) => line.replace(/\(.*/, "").trim());
  expect(lines).toContain("- [mandatory]  no-full-delete-on-production");
  return lines.filter((line) => line !== "");
}

describe.each(programs)("the policy pack, with $door", ({ example, file, dangerous, production, group }) => {
  let run: ExampleRun;
  let pack: ExampleFolder;

  beforeAll(async () => {
    [run, pack] = await Promise.all([ExampleRun.open(example), copyOf("policy-pack-typescript")]);
    await run.follow();
  });

  afterAll(async () => {
    await run.close();
    await pack.remove();
  });

  const withPolicies = (command: string, ...options: string[]) =>
    run.pulumi(command, "--policy-pack", pack.folder, ...options);

  const step = steps("step by step");

  step("lets fullDeleteDeploy pass on a host that is not production's", async () => {
    await run.edit(file, ...dangerous);
    const { status, stdout } = await withPolicies("preview");
    expect(status).toBe(0);
    expect(stdout).toMatch(/hosting@.*1\.0\.0/);
  });

  step("refuses it on a production host, in preview and in up, and says why", async () => {
    for (const edit of production) await run.edit(file, ...edit);
    const before = run.emulator.writes().length;
    for (const refused of [
      await withPolicies("preview"),
      await withPolicies("up", "--yes", "--skip-preview"),
    ]) {
      expect(refused.status).not.toBe(0);
      for (const line of await violation(pack.folder)) expect(refused.stdout).toContain(line);
    }
    expect(run.emulator.writes()).toHaveLength(before);
  });

  step("lets a production host be deployed in another way", async () => {
    await run.edit(file, "fullDeleteDeploy", "fullDeploy");
    expect(await withPolicies("preview")).toMatchObject({ status: 0 });
  });

  step("refuses a group that deploys its hosts in this way, in both spellings", async () => {
    for (const edit of group) await run.edit(file, ...edit);
    for (const [type, next] of [
      ["fullDeleteDeploy", "fullResetDeploy"],
      ["fullResetDeploy", "fullDeploy"],
    ] as const) {
      const { status, stdout } = await withPolicies("preview");
      expect(status).not.toBe(0);
      expect(stdout).toContain(`shared deploys hosts that may be production hosts: deploy.type "${type}"`);
      await run.edit(file, type, next);
    }
    expect(await withPolicies("preview")).toMatchObject({ status: 0 });
  });
});
