import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator, type Emulator } from "../emulator";
import { openEngine, type Engine } from "../engine/openEngine";
import { builtProgram, describeWith, type Language } from "./generatedSdk";
import { pluginOnPath } from "./pluginOnPath";
import { startProgram, type Running } from "./startProgram";
import { steps } from "../steps";

/** The life of a group and a host, in the program of a language. */
export function describeLife(language: Language): void {
  jest.setTimeout(900_000);

  describeWith(language)(`the generated SDK for ${language.name}, in an inline program`, () => {
    let emulator: Emulator;
    let engine: Engine;
    let workDir: string;
    let start: (action: string, phpVersion?: string) => Running;
    let hostId: number;
    let groupId: number;

    beforeAll(async () => {
      const built = await builtProgram(language);
      const [command, ...args] = language.command(built);
      emulator = await startEmulator({ deploySeconds: 1 });
      engine = await openEngine();
      workDir = await mkdtemp(join(tmpdir(), "hostconfig-sdk-"));
      const clientId = emulator.addClient({ email: "owner@example.com" });
      groupId = emulator.addGroup({ clientId, name: "shared", json: { backups: { keep: 14 } } });
      hostId = emulator.addHost({ clientId, name: "web1", json: { owner: "marketing" } });
      const env = {
        ...engine.env,
        ...(await pluginOnPath(engine)),
        HOSTCONFIG_BASE_URL: emulator.url,
        HOSTCONFIG_TOKEN: emulator.tokens.admin,
      };
      start = (action, phpVersion = "8.2") => {
        const settings = [`groupId=${groupId}`, `hostId=${hostId}`, `phpVersion=${phpVersion}`];
        return startProgram(command, [...args, action, ...settings], { cwd: workDir, env });
      };
    });

    const run = (action: string, phpVersion?: string) => start(action, phpVersion).ended;

    afterAll(async () => {
      await rm(workDir, { recursive: true, force: true });
      await engine.close();
      await emulator.close();
    });

    const deployments = () => emulator.host(hostId).deployments.length;

    const step = steps("a life", () => {
      emulator.clearRequests();
    });

    step("imports a group, adopts a host and deploys it, and reads with functions", async () => {
      const up = await run("up");
      expect(up).toMatchObject({ ok: true, changes: { import: 1, create: 2 } });
      expect(up.outputs).toEqual({ status: "published", contact: "owner@example.com", hosts: 1 });
      expect(emulator.host(hostId)).toMatchObject({
        status: "published",
        jsonAdmin: { key: "s3cret-of-the-admin" },
        deployedJson: {
          owner: "marketing",
          php: { version: "8.2" },
          database: { password: "s3cret-in-json" },
        },
      });
    });

    step("keeps what is secret out of the state", async () => {
      const state = await textBelow(join(engine.folder, "state"));
      expect(state).toContain("hostconfig:index:Host::web");
      for (const secret of ["s3cret-in-json", "s3cret-of-the-admin", emulator.tokens.admin]) {
        expect(state).not.toContain(secret);
      }
    });

    step("names in a preview the one key that would change, and writes nothing", async () => {
      const preview = await run("preview", "8.3");
      expect(preview).toMatchObject({ ok: true, changes: { update: 1, same: 2 } });
      expect(preview.output).toMatch(/~ version *: "8.2" => "8.3"/);
      expect(emulator.writes()).toEqual([]);
    });

    step("fails with a deployment that fails", async () => {
      emulator.scriptDeployment(hostId, { seconds: 1, end: "error", output: ["E: no such package"] });
      const up = await run("up", "8.3");
      expect(up.ok).toBe(false);
      expect(up.output).toContain('the deployment (deploy) ended in "error"');
      expect(up.output).toContain("E: no such package");
    });

    step("deploys with the next update what was saved, and saves nothing again", async () => {
      expect(await run("up", "8.3")).toMatchObject({ ok: true, outputs: { status: "published" } });
      expect(emulator.writes().map(({ pattern }) => pattern)).toEqual(["/api/v1/hosts/{id}/deploy"]);
      expect(emulator.host(hostId).deployedJson).toMatchObject({ php: { version: "8.3" } });
    });

    step("stops waiting at Ctrl-C, and carries on with the next update", async () => {
      emulator.scriptDeployment(hostId, { seconds: 5, end: "published" });
      const before = deployments();
      const started = emulator.nextRequest({
        path: "/api/v1/hosts/{id}/deploy",
        method: "POST",
        moment: "ended",
      });
      const interrupted = start("up", "8.4");
      await started;
      await interrupted.interrupt();
      expect((await interrupted.ended).output).toContain("the next `pulumi up` carries on from there");
      expect(emulator.host(hostId).status).not.toBe("published");
      expect(await run("up", "8.4")).toMatchObject({ ok: true, outputs: { status: "published" } });
      expect(deployments() - before).toBe(1);
    });

    step("finds what somebody changed by hand, puts it back, and deploys the host once", async () => {
      const before = deployments();
      emulator.editHost(hostId, (json) => ({ ...json, php: { version: "7.4" } }));
      emulator.editGroup(groupId, () => ({ backups: { keep: 1 } }));
      expect(await run("refresh", "8.4")).toMatchObject({ ok: true, changes: { update: 2, same: 1 } });
      expect(await run("up", "8.4")).toMatchObject({ ok: true, changes: { update: 2, same: 1 } });
      expect(emulator.host(hostId).deployedJson).toMatchObject({ php: { version: "8.4" } });
      expect(emulator.group(groupId)).toMatchObject({ savedJson: { backups: { keep: 14 } } });
      expect(deployments() - before).toBe(1);
    });

    step("destroys without a write", async () => {
      expect(await run("destroy", "8.4")).toMatchObject({ ok: true, changes: { delete: 3 } });
      expect(emulator.writes()).toEqual([]);
    });
  });
}

async function textBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
  return texts.join("\n");
}
