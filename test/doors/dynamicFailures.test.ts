import { openDynamicScene, type DynamicScene } from "./dynamicScene";

jest.setTimeout(180_000);

describe("a program with dynamic resources, when something goes wrong", () => {
  let scene: DynamicScene;
  let hostId: number;

  const secret = "s3cret-Value-inside-json";
  const adminSecret = "s3cret-Value-of-the-admin";
  const program = (version: string) => `
    new Host("web", {
      hostId: ${hostId},
      json: { php: { version: "${version}" }, database: { password: pulumi.secret("${secret}") } },
      jsonAdmin: { key: "${adminSecret}" },
      deploy: { pollInterval: 1 },
    });`;

  beforeAll(async () => {
    scene = await openDynamicScene({ kind: "esm" });
    const clientId = scene.emulator.addClient();
    hostId = scene.emulator.addHost({ clientId, name: "web1", json: {} });
    await scene.declare(program("8.2"));
  });

  afterAll(() => scene.close());

  const starts = () =>
    scene.emulator.requestsTo({ method: "POST", path: "/api/v1/hosts/{id}/deploy" }).length;
  const saves = () => scene.emulator.requestsTo({ method: "POST", path: "/api/v1/hosts/{id}" }).length;

  it("runs from an ES module", async () => {
    const up = await scene.stack.up();
    expect(up.error).toBeUndefined();
    expect(scene.emulator.host(hostId)).toMatchObject({
      status: "published",
      jsonAdmin: { key: adminSecret },
    });
  });

  it("fails with the last lines of a deployment that ended in error", async () => {
    await scene.declare(program("8.3"));
    const output = ["Installing", `password ${adminSecret}`, "E: no such package"];
    scene.emulator.scriptDeployment(hostId, { seconds: 1, end: "error", output });
    const up = await scene.stack.up();
    expect(up.ok).toBe(false);
    expect(up.output).toContain('Host 1 (web1): the deployment (deploy) ended in "error" after');
    expect(up.output).toContain("E: no such package");
  });

  it("keeps what was saved in the state and marks the resource as incomplete", async () => {
    const [host] = (await scene.stack.resources()).filter(({ urn }) => urn.endsWith("::web"));
    expect(host?.outputs).toMatchObject({
      json: { php: { version: "8.3" } },
      deployment: { status: "error" },
    });
    expect(host?.initErrors).toHaveLength(1);
  });

  it("reports the failed deployment in a refresh, which does not fail because of it", async () => {
    const refresh = await scene.stack.refresh();
    expect(refresh.ok).toBe(true);
    expect(refresh.output).toContain('what is saved has not been published yet (the latest one: "error")');
  });

  it("deploys with the next update, although neither program nor configuration have changed", async () => {
    scene.emulator.clearRequests();
    const up = await scene.stack.up();
    expect(up.error).toBeUndefined();
    expect([saves(), starts()]).toEqual([0, 1]);
    expect(scene.emulator.host(hostId).deployedJson).toMatchObject({ php: { version: "8.3" } });
  });

  it("makes no write after that", async () => {
    scene.emulator.clearRequests();
    expect((await scene.stack.up()).changes).toEqual({ same: 2 });
    expect(scene.emulator.writes()).toEqual([]);
  });

  it("stops in the preview at inputs that cannot be used, without showing their values", async () => {
    await scene.declare(
      `new Host("web", { hostId: ${hostId}, name: "${secret}", deploy: { type: "later" } });`,
    );
    const preview = await scene.stack.preview();
    expect(preview.ok).toBe(false);
    expect(preview.output).toContain("name: name counts only when a host is created");
    expect(preview.output).toContain("deploy.type: ");
    expect(preview.output).not.toContain(secret);
  });

  it("writes no secret in plain text, on the screen or on the disk", async () => {
    await scene.declare(program("8.3"));
    scene.emulator.editHost(hostId, (json) => ({ ...json, database: { password: `${secret}-changed` } }));
    const shown = [
      await scene.stack.refresh(),
      await scene.stack.preview({ diff: true }),
      await scene.stack.up(),
    ];
    // Debug messages, which nobody sees by default, are the SDK's own and show every program's values.
    const events = shown.flatMap((result) =>
      result.events.filter((event) => event.diagnosticEvent?.prefix !== "debug: "),
    );
    const everything = [
      await scene.written(),
      ...shown.map(({ output }) => output),
      JSON.stringify(events),
    ].join("\n");
    for (const hidden of [secret, adminSecret, scene.emulator.tokens.admin]) {
      expect(everything.includes(hidden)).toBe(false);
    }
  });
});

describe("a program without the provider's configuration", () => {
  it("stops in the preview with one error that names keys, variables and commands", async () => {
    const scene = await openDynamicScene({ config: () => ({}) });
    try {
      await scene.declare('new Host("a", { hostId: 1 }); new Host("b", { hostId: 2 });');
      const preview = await scene.stack.preview();
      const diagnostics = preview.output.slice(preview.output.indexOf("Diagnostics:"));
      expect(preview.ok).toBe(false);
      expect(diagnostics.match(/pulumi config set hostconfig:baseUrl/g)).toHaveLength(1);
      expect(diagnostics).toContain("HOSTCONFIG_TOKEN");
    } finally {
      await scene.close();
    }
  });
});
