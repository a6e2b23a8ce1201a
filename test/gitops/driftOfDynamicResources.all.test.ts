import { ExampleRun } from "../examples/exampleRun";
import { steps } from "../steps";

jest.setTimeout(600_000);

const password = "hunter2-database";

describe("drift of dynamic resources", () => {
  let run: ExampleRun;

  beforeAll(async () => {
    run = await ExampleRun.open("secrets-typescript");
    await run.follow({ databasePassword: password, licenceKey: "hunter2-licence" });
  });

  afterAll(() => run.close());

  const command = (...words: string[]) =>
    run.run(["node", "node_modules/pulumi-hostconfig/dist/provider/cli/main.js", ...words]);
  const drift = () => command("drift");

  const step = steps("step by step");

  step("is none after an up", async () => {
    expect(await drift()).toMatchObject({
      status: 0,
      stdout: "Nothing was changed by hand: 1 resource compared\n",
    });
  });

  step("is found in a secret, and tells neither value", async () => {
    run.emulator.editHost(18, (json) => ({ ...json, database: { user: "shop", password: "by-hand" } }));
    const { status, stdout } = await drift();
    expect(status).toBe(3);
    expect(stdout).toContain("Host 18 (web18) was changed by hand");
    expect(stdout).toContain("json.database.password:  [secret] → [secret]");
    expect(stdout).not.toMatch(/by-hand|hunter2/);
  });

  step("is told with both values where there is no secret", async () => {
    run.emulator.editHost(18, (json) => ({ ...json, database: { user: "root", password } }));
    const { status, stdout } = await drift();
    expect(status).toBe(3);
    expect(stdout).toContain('json.database.user:  "shop" → "root"');
    expect(stdout).toContain("owns the keys that it names (ownership: declared)");
  });

  step("is told of a secret beside another value, and so is what a preview would put back", async () => {
    run.emulator.editHost(18, (json) => ({ ...json, database: { user: "root", password: "by-hand" } }));
    const found = await drift();
    expect(found.stdout).toContain('json.database.user:      "shop" → "root"');
    expect(found.stdout).toContain("json.database.password:  [secret] → [secret]");
    const preview = await command("preview", "--refresh");
    expect(preview).toMatchObject({ status: 0 });
    expect(preview.stdout).toContain('json.database.user:      "root" → "shop"');
    expect(preview.stdout).toContain("json.database.password:  [secret] → [secret]");
    expect(found.stdout + preview.stdout).not.toMatch(/by-hand|hunter2/);
  });

  step("is told of a host that is gone", async () => {
    // A token that sees one client only cannot tell a host that is gone from one that it may not see.
    run.emulator.addClient();
    run.emulator.removeHost(18);
    const { status, stdout } = await drift();
    expect(status).toBe(3);
    expect(stdout).toContain("Host 18 (web18) is gone from the platform");
  });
});
