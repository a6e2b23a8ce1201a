import type { Properties } from "../../../provider/config/values";
import { presets } from "../../emulator";
import { errorOf } from "../platform";
import { withManagedHost } from "./hostBench";
import { everyReading } from "../../full";

const statusRead = "GET hosts/{id}/deploy";
const wholeUpdate = [statusRead, "GET hosts/{id}", "POST hosts/{id}", "POST hosts/{id}/deploy", statusRead];
const deploymentOnly = wholeUpdate.filter((step) => step !== "POST hosts/{id}");
const json = { php: { version: "8.3" }, env: {}, list: [{ a: 1 }] };

describe.each(everyReading)("an update, as %s reads", (preset) => {
  const readings = presets[preset];

  it("reads once, saves once, starts once and reads the status until the end", () =>
    withManagedHost({ readings }, { json }, async ({ host, requests, emulator }, program) => {
      await host.up({ ...program, json: { ...json, php: { version: "8.4" } } });
      expect(requests()).toEqual(wholeUpdate);
      expect(emulator.host(program.hostId).deployedJson).toMatchObject({ php: { version: "8.4" } });
    }));

  it("reads once more where a key went or an object came: the service may add defaults there", () =>
    withManagedHost({ readings }, { json }, async ({ host, requests }, program) => {
      await host.up({ ...program, json: { php: { version: "8.3" }, backups: { enabled: true } } });
      expect(requests().filter((request) => request === "GET hosts/{id}")).toHaveLength(2);
    }));

  it("finds a key that was removed and added again by hand right after", () =>
    withManagedHost({ readings }, { json }, async ({ host, emulator }, program) => {
      const changed = { ...program, json: { php: { version: "8.3" } } };
      await host.up(changed);
      emulator.editHost(program.hostId, (held) => ({ ...held, list: [{ a: 5 }] }));
      await host.refresh();
      expect(host.preview(changed)).toContain("delete json.list");
    }));

  it("makes no request where nothing changed", () =>
    withManagedHost({ readings }, { json }, async ({ host, requests }, program) => {
      await host.up(program);
      expect(requests()).toEqual([]);
    }));

  it("shows nothing to do afterwards, with and without refreshes", () =>
    withManagedHost({ readings }, { json }, async ({ host }, program) => {
      const changed = {
        ...program,
        json: { php: { version: "8.4" }, backups: { enabled: false }, empty: [] },
      };
      await host.up(changed);
      expect(host.preview(changed)).toEqual([]);
      await host.refresh();
      expect(host.preview(changed)).toEqual([]);
      await host.refresh();
      expect(host.preview(changed)).toEqual([]);
    }));

  it("removes the keys of others with whole ownership", () =>
    withManagedHost({ readings }, { json }, async ({ host, emulator }, program) => {
      emulator.editHost(program.hostId, (held) => ({ ...held, theirs: 1 }));
      await host.up({ ...program, json: { a: 1 } });
      expect(emulator.host(program.hostId).savedJson).not.toHaveProperty("theirs");
    }));

  it("keeps the keys of others with declared ownership, and removes its own", () =>
    withManagedHost(
      { readings },
      { json: { php: { version: "8.3", ini: { a: 1 } }, x: 1 }, ownership: "declared" },
      async ({ host, emulator }, program) => {
        emulator.editHost(program.hostId, (held) => ({
          ...held,
          theirs: 1,
          php: { version: "8.3", theirs: 2, ini: { a: 1 } },
        }));
        await host.up({ ...program, json: { php: { version: "8.4" } } });
        expect(emulator.host(program.hostId).savedJson).toMatchObject({
          before: true,
          theirs: 1,
          php: { version: "8.4", theirs: 2 },
        });
        expect(emulator.host(program.hostId).savedJson).not.toHaveProperty("x");
        expect(emulator.host(program.hostId).savedJson).not.toHaveProperty("php.ini");
      },
    ));
});

describe("what asks for no request", () => {
  it.each<{ what: string; change: Properties }>([
    { what: "onDestroy", change: { onDestroy: "restore" } },
    { what: "deploy.timeout", change: { deploy: { timeout: 60 } } },
    { what: "deploy.pollInterval", change: { deploy: { pollInterval: 10 } } },
    { what: "deploy.wait", change: { deploy: { wait: false } } },
    { what: "deploy.whenBusy", change: { deploy: { whenBusy: "fail" } } },
    { what: "deploy.type", change: { deploy: { type: "fullDeploy" } } },
    { what: "deploy.onUpdate", change: { deploy: { onUpdate: false } } },
    { what: "deploy.onCreate", change: { deploy: { onCreate: false } } },
    { what: "json that is given no more", change: { json: undefined } },
    { what: "jsonAdmin that is given no more", change: { jsonAdmin: undefined } },
    { what: "json and jsonAdmin that are given no more", change: { json: undefined, jsonAdmin: undefined } },
  ])("is a change of $what, and it shows no more afterwards", ({ change }) =>
    withManagedHost({}, { json, jsonAdmin: { quota: 1 } }, async ({ host, requests }, program) => {
      await host.up({ ...program, ...change });
      expect(requests()).toEqual([]);
      expect(host.preview({ ...program, ...change })).toEqual([]);
    }),
  );
});

describe("a configuration that the program stops giving", () => {
  it("is no reason for a deployment, not even beside a change of ownership", () =>
    withManagedHost({}, { json, ownership: "declared" }, async ({ host, emulator }, { hostId }) => {
      emulator.clearRequests();
      await host.up({ hostId });
      expect(emulator.writes()).toEqual([]);
      expect(host.preview({ hostId })).toEqual([]);
    }));

  it("stays on the host when the admin-level configuration is saved", () =>
    withManagedHost({}, { json, jsonAdmin: { quota: 1 } }, async ({ host, emulator }, { hostId }) => {
      emulator.clearRequests();
      await host.up({ hostId, jsonAdmin: { quota: 2 } });
      expect(emulator.writes()[0]?.body).toEqual({ json, json_admin: { quota: 2 } });
    }));

  it("is saved again where the program gives it again", () =>
    withManagedHost({}, { json }, async ({ host, emulator }, { hostId }) => {
      await host.up({ hostId });
      await host.up({ hostId, json: { again: 1 } });
      expect(emulator.host(hostId).deployedJson).toEqual({ again: 1 });
    }));
});

it("saves json beside an admin-level configuration that alone has changed, and deploys", () =>
  withManagedHost({}, { json, jsonAdmin: { quota: 1 } }, async ({ host, emulator, requests }, program) => {
    await host.up({ ...program, jsonAdmin: { quota: 2 } });
    expect(emulator.writes().map(({ body }) => body)).toEqual([
      { json, json_admin: { quota: 2 } },
      { type: "deploy" },
    ]);
    expect(requests()).toEqual(wholeUpdate);
  }));

it("sends the admin-level configuration with every save", () =>
  withManagedHost({}, { json, jsonAdmin: { quota: 1 } }, async ({ host, emulator }, program) => {
    await host.up({ ...program, json: { a: 1 } });
    expect(emulator.writes()[0]?.body).toEqual({ json: { a: 1 }, json_admin: { quota: 1 } });
  }));

it.each(["deploy", "fullDeploy", "fullDeleteDeploy", "fullResetDeploy"])(
  "sends the deploy type %s as spelled",
  (type) =>
    withManagedHost({ readings: { thirdType: "both" } }, { json }, async ({ host, emulator }, program) => {
      await host.up({ ...program, json: { a: 1 }, deploy: { type } });
      expect(emulator.writes()[1]?.body).toEqual({ type });
    }),
);

describe("without deployments (onUpdate false)", () => {
  const deploy = { onUpdate: false };

  it("reads and saves, and does nothing else", () =>
    withManagedHost({}, { json, deploy }, async ({ host, requests }, program) => {
      const changed = { ...program, json: { ...json, php: { version: "8.4" } } };
      await host.up(changed);
      expect(requests()).toEqual(["GET hosts/{id}", "POST hosts/{id}"]);
      expect(host.preview(changed)).toEqual([]);
    }));

  it("deploys what is saved once updates deploy again", () =>
    withManagedHost({}, { json, deploy }, async ({ host, requests }, program) => {
      await host.up({ ...program, json: { a: 1 } });
      requests();
      await host.up({ ...program, json: { a: 1 }, deploy: { onUpdate: true } });
      expect(requests()).toEqual(deploymentOnly);
    }));

  it("remembers what is not published through an update of something else", () =>
    withManagedHost({}, { json, deploy }, async ({ host, requests }, program) => {
      await host.up({ ...program, json: { a: 1 } });
      await host.up({ ...program, json: { a: 1 }, deploy, onDestroy: "restore" });
      requests();
      await host.up({ ...program, json: { a: 1 }, deploy: { onUpdate: true }, onDestroy: "restore" });
      expect(requests()).toEqual(deploymentOnly);
    }));

  it("deploys for a trigger", () =>
    withManagedHost({}, { json, deploy }, async ({ host, requests }, program) => {
      await host.up({ ...program, deploy: { onUpdate: false, triggers: [1] } });
      expect(requests()).toEqual(deploymentOnly);
    }));
});

describe("triggers", () => {
  it("deploy without a save", () =>
    withManagedHost({}, { json, deploy: { triggers: ["a"] } }, async ({ host, requests }, program) => {
      await host.up({ ...program, deploy: { triggers: ["b"] } });
      expect(requests()).toEqual(deploymentOnly);
    }));

  it("deploy once, together with a save", () =>
    withManagedHost({}, { json, deploy: { triggers: ["a"] } }, async ({ host, requests }, program) => {
      const changed = { ...json, php: { version: "8.4" } };
      await host.up({ ...program, json: changed, deploy: { triggers: ["b"] } });
      expect(requests()).toEqual(wholeUpdate);
    }));

  it("deploy nothing when the order of keys in one changes", () =>
    withManagedHost({}, { json, deploy: { triggers: [{ a: 1, b: 2 }] } }, async ({ host }, program) => {
      await Promise.resolve();
      expect(host.preview({ ...program, deploy: { triggers: [{ b: 2, a: 1 }] } })).toEqual([]);
    }));

  it("deploy again with the next update where their deployment failed", () =>
    withManagedHost({}, { json }, async ({ host, requests, emulator }, program) => {
      const changed = { ...program, deploy: { onUpdate: false, triggers: ["b"] } };
      emulator.scriptDeployment(program.hostId, { end: "error" });
      await errorOf(host.up(changed));
      requests();
      await host.up(changed);
      expect(requests()).toEqual(deploymentOnly);
    }));
});

describe("a change of ownership", () => {
  it("from declared to whole removes the keys of others, and deploys", () =>
    withManagedHost({}, { json, ownership: "declared" }, async ({ host, emulator, requests }, program) => {
      await host.up({ ...program, ownership: "whole" });
      expect(emulator.host(program.hostId)).toMatchObject({ savedJson: json, deployedJson: json });
      expect(requests().filter((step) => step.startsWith("POST"))).toEqual([
        "POST hosts/{id}",
        "POST hosts/{id}/deploy",
      ]);
    }));

  it("from declared to whole deploys what others have kept there, without a save where it is the same", () =>
    withManagedHost({}, { json, ownership: "declared" }, async ({ host, emulator, requests }, program) => {
      const { savedJson } = emulator.host(program.hostId);
      await host.up({ ...program, json: savedJson, ownership: "whole" });
      expect(requests()).toEqual(deploymentOnly);
    }));

  it("from whole to declared changes nothing on the host", () =>
    withManagedHost({}, { json }, async ({ host, requests }, program) => {
      await host.up({ ...program, ownership: "declared" });
      expect(requests()).toEqual(["GET hosts/{id}"]);
      expect(host.preview({ ...program, ownership: "declared" })).toEqual([]);
    }));

  it("together with a smaller declaration removes only what was declared", () =>
    withManagedHost({}, { json: { a: 1, b: 2 } }, async ({ host, emulator }, program) => {
      emulator.editHost(program.hostId, (held) => ({ ...held, theirs: 1 }));
      await host.up({ ...program, ownership: "declared", json: { a: 1 } });
      expect(emulator.host(program.hostId).savedJson).toEqual({ a: 1, theirs: 1 });
    }));
});

describe("a hand edit", () => {
  it("found by a refresh is taken back and deployed", () =>
    withManagedHost({}, { json }, async ({ host, emulator, requests }, program) => {
      emulator.editHost(program.hostId, (held) => ({ ...held, php: { version: "7.4" } }));
      await host.refresh();
      requests();
      await host.up(program);
      expect(requests()).toEqual(wholeUpdate);
      expect(emulator.host(program.hostId).deployedJson).toEqual(json);
    }));

  it("that the program takes over is deployed without a save", () =>
    withManagedHost({}, { json }, async ({ host, emulator, requests }, program) => {
      const edited = { ...json, php: { version: "8.4" } };
      emulator.editHost(program.hostId, () => edited);
      await host.refresh();
      requests();
      await host.up({ ...program, json: edited });
      expect(requests()).toEqual(deploymentOnly);
    }));

  it("that was made without a refresh does not survive the next save", () =>
    withManagedHost({}, { json }, async ({ host, emulator }, program) => {
      emulator.editHost(program.hostId, (held) => ({ ...held, php: { version: "7.4" }, extra: 1 }));
      await host.up({ ...program, json: { ...json, more: 1 } });
      expect(emulator.host(program.hostId).deployedJson).toEqual({ ...json, more: 1 });
    }));

  it("of a key of others is no reason for a deployment with declared ownership", () =>
    withManagedHost({}, { json, ownership: "declared" }, async ({ host, emulator }, program) => {
      emulator.editHost(program.hostId, (held) => ({ ...held, theirs: 1 }));
      await host.refresh();
      expect(host.preview(program)).toEqual([]);
    }));
});

it("says that a host is gone, on which address", () =>
  withManagedHost({}, { json }, async ({ host, emulator }, program) => {
    emulator.removeHost(program.hostId);
    const error = await errorOf(host.up({ ...program, json: { a: 1 } }));
    expect(error.message).toContain(`${emulator.url} has no host ${program.hostId}`);
    expect(error.message).toMatch(
      /If Host 1 \(web1\) was removed.*run `pulumi refresh`: it removes it from the state, or says what else to do\.$/,
    );
  }));

it("takes the name, the client and the activity of the record into the outputs", () =>
  withManagedHost({}, { json }, async ({ host, emulator }, program) => {
    emulator.setActive(program.hostId, false);
    await host.up({ ...program, json: { a: 1 } });
    expect(host.outputs).toMatchObject({ active: false, name: "web1", savedJson: { a: 1 } });
  }));

describe("the fingerprint", () => {
  it.each<{ what: string; change: Properties; changes: boolean }>([
    { what: "a change of json", change: { json: { a: 1 } }, changes: true },
    { what: "a change of jsonAdmin", change: { jsonAdmin: { quota: 2 } }, changes: true },
    { what: "a trigger", change: { deploy: { triggers: [1] } }, changes: false },
    { what: "a change of what deploys", change: { deploy: { timeout: 60 } }, changes: false },
    {
      what: "another order of keys",
      change: { json: { list: [{ a: 1 }], env: [], php: json.php } },
      changes: false,
    },
  ])("after $what changes: $changes", ({ change, changes }) =>
    withManagedHost({}, { json, jsonAdmin: { quota: 1 } }, async ({ host }, program) => {
      const before = host.outputs.fingerprint;
      await host.up({ ...program, ...change });
      expect(host.outputs.fingerprint !== before).toBe(changes);
    }),
  );

  it("changes when a refresh finds the configuration changed, and stays where it did not", () =>
    withManagedHost({ readings: presets.mixed }, { json }, async ({ host, emulator }, program) => {
      const before = host.outputs.fingerprint;
      await host.refresh();
      expect(host.outputs.fingerprint).toBe(before);
      emulator.editHost(program.hostId, (held) => ({ ...held, extra: 1 }));
      await host.refresh();
      expect(host.outputs.fingerprint).not.toBe(before);
    }));

  it("changes when an update finds the configuration changed that it does not manage", () =>
    withManagedHost({}, {}, async ({ host, emulator }, program) => {
      const before = host.outputs.fingerprint;
      emulator.editHost(program.hostId, (held) => ({ ...held, extra: 1 }));
      await host.up({ ...program, deploy: { triggers: [1] } });
      expect(host.outputs.fingerprint).not.toBe(before);
    }));

  it("of two hosts with the same configuration differ, so that none can be guessed", () =>
    withManagedHost({}, { json }, async ({ host, existing }) => {
      const first = host.outputs.fingerprint;
      host.state = undefined;
      await host.up({ hostId: existing({}), json });
      expect(host.outputs.fingerprint).not.toBe(first);
      expect(host.outputs.fingerprint).toMatch(/^[0-9a-f]{24}$/);
    }));
});

it("leaves the latest deployment in the outputs where an update deploys nothing", () =>
  withManagedHost({}, { json: { a: 1 } }, async ({ host }, program) => {
    const { deployment } = host.outputs;
    await host.up({ ...program, json: { a: 2 }, deploy: { onUpdate: false } });
    expect(deployment).toMatchObject({ status: "published" });
    expect(host.outputs.deployment).toEqual(deployment);
  }));
