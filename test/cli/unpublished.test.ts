import { besideRecordedEngine, finding, host, printed, step, urn } from "./recordedPreview";

const run = besideRecordedEngine();

/** As the engine tells it after an update that saved and whose deployment failed: the inputs are those from before. */
const failedUpdate = (before: unknown, saved: unknown, now: unknown, fingerprints = ["f1", "f1"]) => {
  const deploy = { type: "fullResetDeploy" };
  const outputs = (json: unknown, fingerprint: string | undefined) => ({
    hostId: 12,
    name: "web1",
    json,
    deploy,
    fingerprint,
  });
  return {
    oldState: {
      type: "hostconfig:index:Host",
      inputs: { hostId: 12, json: before },
      outputs: outputs(saved, fingerprints[0]),
    },
    newState: {
      type: "hostconfig:index:Host",
      inputs: { hostId: 12, json: now, deploy },
      outputs: outputs(now, fingerprints[1]),
    },
  };
};

const update = { kind: "update" };

const detailedDiff = { "deploy.type": update, "json.workers": update };

const unpublished = [{ label: "Host 12 (web1)", status: "error" }];

describe("what is saved and not published yet", () => {
  it("is no change by hand: drift tells it apart, and ends with 4", async () => {
    const steps = [
      step("update", undefined, undefined, {
        ...failedUpdate({ workers: 4 }, { workers: 8 }, { workers: 8 }),
        detailedDiff,
      }),
    ];
    const engine = printed({ steps }, 0, [finding({ unpublished })]);
    const result = await run(engine, "drift");
    expect(result).toEqual({
      status: 4,
      stderr: "",
      stdout: `Nothing was changed by hand: 1 resource compared

Saved by an earlier \`pulumi up\` and not published yet: \`pulumi up\` deploys it
  Host 12 (web1): hosts/production, resource "web1"; the latest deployment ended in "error"
`,
    });
    const { stdout } = await run(engine, "drift", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [],
      unpublished: [
        {
          resource: "web1",
          project: "hosts",
          stack: "production",
          urn: urn("web1"),
          label: "Host 12 (web1)",
          latest: 'the latest deployment ended in "error"',
        },
      ],
      compared: 1,
      warnings: [],
    });
    const markdown = await run(engine, "drift", "--markdown");
    expect(markdown.stdout).toContain("#### Saved by an earlier `pulumi up` and not published yet");
    expect(markdown.stdout).not.toContain("| key |");
  });

  it("tells of a save whose answer was lost", async () => {
    const engine = printed({ steps: [step("refresh", host({}), host({}))] }, 0, [
      finding({ unpublished: [{ label: "Host 12 (web1)", unknown: "save" }] }),
    ]);
    expect(await run(engine, "drift")).toMatchObject({
      status: 4,
      stdout: expect.stringContaining(
        'Host 12 (web1): hosts/production, resource "web1"; the answer',
      ) as unknown,
    });
  });

  it("does not hide what somebody changed since, and only that is drift", async () => {
    const saved = { workers: 8, password: "[secret]" };
    const steps = [
      step("update", undefined, undefined, {
        ...failedUpdate({ workers: 4, password: "[secret]" }, saved, { ...saved, workers: 9 }, ["f1", "f2"]),
        detailedDiff: { ...detailedDiff, "json.password": update },
      }),
    ];
    const values = [
      { path: ["json", "workers"], before: 8, after: 9 },
      { path: ["json", "password"], before: "[secret]", after: "[secret]" },
    ];
    const engine = printed({ steps }, 0, [finding({ values, unpublished })]);
    const { status, stdout } = await run(engine, "drift", "--json");
    expect(status).toBe(3);
    const { changes, unpublished: owed } = JSON.parse(stdout) as {
      changes: { values: unknown }[];
      unpublished: [];
    };
    expect(changes.map((change) => change.values)).toEqual([
      [
        { path: "json.workers", before: "8", after: "9" },
        { path: "json.password", before: "[secret]", after: "[secret]" },
      ],
    ]);
    expect(owed).toHaveLength(1);
  });

  it("is not still to come in a preview", async () => {
    const { oldState, newState } = failedUpdate({ workers: 4 }, { workers: 8 }, { workers: 8 });
    const steps = [step("update", oldState, { ...newState, outputs: {} }, { detailedDiff: {} })];
    const engine = printed({ steps }, 0, [finding({ operation: "diff", unpublished })]);
    const { status, stdout, stderr } = await run(engine, "preview");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("No host or group would be changed, 1 resource would be deployed\n");
    expect(stdout).toContain("Saved by an earlier `pulumi up` and not published yet");
    expect(stdout).not.toContain("workers");
  });
});
