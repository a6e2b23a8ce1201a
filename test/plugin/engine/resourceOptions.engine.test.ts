import { startEmulator, type Emulator } from "../../emulator";
import { openEngine, type Engine } from "../../engine/openEngine";
import { openYamlProject, type YamlProject, type YamlResource } from "../../engine/yamlProject";
import { steps } from "../../steps";

jest.setTimeout(600_000);

const urnOf = (name: string) => `urn:pulumi:dev::program::hostconfig:index:Host::${name}`;
const deploy = { pollInterval: 1 };

describe("options of a resource and of a run, on the real engine", () => {
  let emulator: Emulator;
  let engine: Engine;
  let project: YamlProject;
  let clientId: number;
  let web: number;
  let shop: number;
  let blog: number;
  let declared: Record<string, YamlResource> = {};

  beforeAll(async () => {
    emulator = await startEmulator({ deploySeconds: 0 });
    clientId = emulator.addClient();
    web = emulator.addHost({ clientId, name: "web", json: { php: { version: "8.1" } } });
    shop = emulator.addHost({ clientId, name: "shop", json: {} });
    blog = emulator.addHost({ clientId, name: "blog", json: { owner: "marketing" } });
    engine = await openEngine();
    const env = { HOSTCONFIG_BASE_URL: emulator.url, HOSTCONFIG_TOKEN: emulator.tokens.admin };
    project = await openYamlProject({ engine, env });
  });

  afterAll(async () => {
    await project.remove();
    await engine.close();
    await emulator.close();
  });

  const host = (properties: object, options: object = {}): YamlResource => ({
    type: "hostconfig:Host",
    properties: { deploy, ...properties },
    options,
  });
  /** The program with these resources in the place of those that it had under the same names. */
  const declare = (changed: Record<string, YamlResource | undefined>) => {
    const all = Object.entries({ ...declared, ...changed });
    declared = Object.fromEntries(
      all.filter((entry): entry is [string, YamlResource] => entry[1] !== undefined),
    );
    return project.declare(declared);
  };
  const names = async () => (await project.resources()).map(({ urn }) => urn.replace(/^.*::/, "")).sort();
  const hostsAsked = () => emulator.requests.map(({ path }) => Number(/\/hosts\/(\d+)/.exec(path)?.[1]));
  const deployments = (id: number) => emulator.host(id).deployments.length;

  const step = steps("step by step", () => {
    emulator.clearRequests();
  });

  step("has several deployments run at the same time", async () => {
    await declare({
      web: host({ hostId: web, json: { php: { version: "8.2" } } }, { replaceOnChanges: ["json.php"] }),
      shop: host({ hostId: shop, json: { cache: true } }),
      blog: host({ hostId: blog, json: { owner: "sales" }, onDestroy: "restore" }, { retainOnDelete: true }),
    });
    const hosts = [web, shop, blog];
    // None of them ends by itself: the update only ends if all of them are started before the first one has ended.
    for (const id of hosts) emulator.scriptDeployment(id, { seconds: 100_000 });
    const started = hosts.map((id) =>
      emulator.nextRequest({ method: "POST", path: `/api/v1/hosts/${id}/deploy`, moment: "ended" }),
    );
    const up = project.up("--parallel", "3");
    await Promise.all(started);
    for (const id of hosts) emulator.finishDeployment(id);
    expect(await up).toMatchObject({ ok: true, counts: { created: 4 } });
  });

  step("works on one host after the other where that is asked for", async () => {
    await declare({
      shop: host({ hostId: shop, json: { cache: false } }),
      blog: host(
        { hostId: blog, json: { owner: "support" }, onDestroy: "restore" },
        { retainOnDelete: true },
      ),
    });
    expect(await project.up("--parallel", "1")).toMatchObject({ ok: true, counts: { updated: 2 } });
    const turns = hostsAsked().filter((id, index, all) => id !== all[index - 1]);
    expect(turns.sort()).toEqual([shop, blog]);
  });

  step("previews as a replacement what replaceOnChanges names, with the key that changes", async () => {
    await declare({
      web: host({ hostId: web, json: { php: { version: "8.3" } } }, { replaceOnChanges: ["json.php"] }),
    });
    const preview = await project.preview();
    expect(preview.counts).toEqual({ "to replace": 1, unchanged: 3 });
    expect(preview.output).toMatch(/\+-hostconfig:index:Host: \(replace\)/);
    expect(preview.output).toMatch(/~ version: "8.2" => "8.3"/);
    expect(emulator.writes()).toEqual([]);
  });

  step("replaces it by letting go of the host and taking it over again", async () => {
    const before = deployments(web);
    expect(await project.up()).toMatchObject({ ok: true, counts: { replaced: 1, unchanged: 3 } });
    expect(emulator.host(web).deployedJson).toEqual({ php: { version: "8.3" } });
    expect(deployments(web) - before).toBe(1);
    expect(await names()).toEqual(["blog", "shop", "web"]);
  });

  step("updates what replaceOnChanges does not name", async () => {
    const json = { php: { version: "8.3" }, cache: true };
    await declare({ web: host({ hostId: web, json }, { replaceOnChanges: ["json.php"] }) });
    expect(await project.up()).toMatchObject({ ok: true, counts: { updated: 1, unchanged: 3 } });
  });

  step(
    "does not let go of a host that it created, where replaceOnChanges would need another of its name",
    async () => {
      const made = (version: number, more = {}) =>
        host({ name: "made", clientId, json: { version }, ...more }, { replaceOnChanges: ["json"] });
      await declare({ made: made(1) });
      expect(await project.up()).toMatchObject({ ok: true, counts: { created: 1 } });
      await declare({ made: made(2) });
      const up = await project.up();
      expect(up.ok).toBe(false);
      expect(up.output).toContain('ifExists: "adopt"');
      expect(await names()).toContain("made");
      await declare({ made: made(2, { ifExists: "adopt" }) });
      expect(await project.up()).toMatchObject({ ok: true, counts: { replaced: 1 } });
      expect(emulator.hostIds()).toHaveLength(4);
    },
  );

  step("recognises a resource under a new name by its alias, and changes nothing", async () => {
    const same = { name: "made", clientId, json: { version: 2 }, ifExists: "adopt" };
    await declare({ made: undefined, created: host(same, { aliases: [{ name: "made" }] }) });
    expect((await project.preview()).counts).toEqual({ unchanged: 5 });
    expect(await project.up()).toMatchObject({ ok: true, counts: { unchanged: 5 } });
    expect(emulator.requests).toEqual([]);
    expect(await names()).toEqual(["blog", "created", "shop", "web"]);
  });

  step("touches no other host than the target of an update", async () => {
    await declare({
      web: host({ hostId: web, json: { php: { version: "8.4" } } }),
      shop: host({ hostId: shop, json: { cache: true, workers: 4 } }),
    });
    const up = await project.up("--target", urnOf("shop"));
    expect(up).toMatchObject({ ok: true, counts: { updated: 1 } });
    expect(new Set(hostsAsked())).toEqual(new Set([shop]));
  });

  step("finds only what somebody changed on the target of a refresh", async () => {
    emulator.editHost(shop, (json) => ({ ...json, workers: 8 }));
    emulator.editHost(web, (json) => ({ ...json, cache: false }));
    const refresh = await project.refresh("--target", urnOf("shop"));
    expect(refresh).toMatchObject({ ok: true, counts: { updated: 1 } });
    expect(refresh.output).toMatch(/~ workers: 4 => 8/);
    expect(new Set(hostsAsked())).toEqual(new Set([shop]));
  });

  step("removes only the target of a destroy from the state", async () => {
    expect(await project.destroy("--target", urnOf("created"))).toMatchObject({
      ok: true,
      counts: { deleted: 1 },
    });
    expect(await names()).toEqual(["blog", "shop", "web"]);
  });

  step("restores nothing and asks nothing where retainOnDelete says so", async () => {
    await declare({ blog: undefined, created: undefined });
    await project.up("--target", urnOf("blog"));
    expect(await names()).toEqual(["shop", "web"]);
    expect(emulator.requests).toEqual([]);
    expect(emulator.host(blog).savedJson).toEqual({ owner: "support" });
  });
});
