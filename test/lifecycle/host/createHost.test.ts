import { PartialFailure } from "../../../provider/resource/partialFailure";

import { ForbiddenError } from "../../../provider/api/errors";
import { HostExistsError } from "../../../provider/resource/createHost";

import { presets } from "../../emulator";
import { errorOf } from "../platform";
import { withHost } from "./hostBench";
import { everyReading } from "../../full";

const statusRead = "GET hosts/{id}/deploy";
const creation = { method: "POST", path: "/api/v1/hosts" };
const record = { method: "GET", path: "/api/v1/hosts/{id}" };

describe.each(everyReading)("a new host, as %s reads", (preset) => {
  const readings = presets[preset];

  it("is looked for, created and read, and not deployed", () =>
    withHost({ readings }, async ({ host, clientId, requests, emulator }) => {
      await host.up({ name: "web1", clientId, json: { a: 1 } });
      // Where the service refuses the size of the page, the list is asked for again.
      const look = readings.largerPageSize === "refused" ? ["GET hosts", "GET hosts"] : ["GET hosts"];
      expect(requests()).toEqual([...look, "POST hosts", "GET hosts/{id}"]);
      expect(emulator.host(host.outputs.hostId as number).deployments).toEqual([]);
    }));

  it("shows nothing to do afterwards, with and without a refresh", () =>
    withHost({ readings }, async ({ host, clientId }) => {
      const program = { name: "web1", clientId, json: { a: 1, env: {} }, active: false };
      await host.up(program);
      expect(host.preview(program)).toEqual([]);
      await host.refresh();
      expect(host.preview(program)).toEqual([]);
    }));

  it.each(["resetBefore", "resetAfter", "truncated", "html"] as const)(
    "is created exactly once where the answer is lost (%s)",
    (kind) =>
      withHost({ readings }, async ({ host, clientId, emulator }) => {
        const fault = kind === "html" ? { kind, status: 502, run: true } : { kind };
        emulator.faults.add({ match: creation, fault });
        await host.up({ name: "web1", clientId, json: { a: 1 } });
        expect(emulator.hostIds()).toEqual([host.outputs.hostId]);
      }),
  );
});

it("is created with exactly what the program gives", () =>
  withHost({}, async ({ host, clientId, emulator }) => {
    await host.up({
      name: "web1",
      clientId,
      active: false,
      json: { a: 1 },
      yaml: "a: 1",
      jsonAdmin: { quota: 5 },
      yamlAdmin: "quota: 5",
      ownership: "declared",
    });
    expect(emulator.requestsTo(creation).map(({ body }) => body)).toEqual([
      {
        name: "web1",
        client_id: clientId,
        active: false,
        json: { a: 1 },
        yaml: "a: 1",
        json_admin: { quota: 5 },
        yaml_admin: "quota: 5",
      },
    ]);
  }));

it("is created with name and client alone where nothing else is given", () =>
  withHost({}, async ({ host, clientId, emulator }) => {
    await host.up({ name: "web1", clientId });
    expect(emulator.writes().map(({ body }) => body)).toEqual([{ name: "web1", client_id: clientId }]);
  }));

it("is read back once a configuration is given, because nobody knows what the service adds", () =>
  withHost({}, async ({ host, clientId, requests }) => {
    await host.up({ name: "web1", clientId });
    requests();
    await host.up({ name: "web1", clientId, json: { a: {} }, deploy: { onUpdate: false } });
    expect(requests()).toEqual(["GET hosts/{id}", "POST hosts/{id}", "GET hosts/{id}"]);
  }));

it("is deployed with onCreate", () =>
  withHost({}, async ({ host, clientId, requests }) => {
    await host.up({ name: "web1", clientId, json: { a: 1 }, deploy: { onCreate: true, type: "fullDeploy" } });
    expect(requests()).toEqual([
      "GET hosts",
      "POST hosts",
      "GET hosts/{id}",
      statusRead,
      "POST hosts/{id}/deploy",
      statusRead,
    ]);
    expect(host.outputs.deployment).toMatchObject({ status: "published", type: "Full Deploy" });
  }));

it("is read by the next update where it could not be read after its creation", () =>
  withHost({}, async ({ host, clientId, emulator, requests }) => {
    const program = { name: "web1", clientId, json: { a: 1 } };
    emulator.faults.add({ match: record, fault: { kind: "status", status: 403 } });
    await expect(host.up(program)).rejects.toBeInstanceOf(PartialFailure);
    requests();
    await host.up(program);
    expect(requests()).toEqual(["GET hosts/{id}"]);
    expect(host.outputs).toMatchObject({ active: true, savedJson: { a: 1 } });
    await host.up({ ...program, deploy: { timeout: 60 } });
    expect(requests()).toEqual([]);
  }));

it("is deployed by the next update where the deployment with onCreate failed", () =>
  withHost({}, async ({ host, clientId, emulator }) => {
    const program = { name: "web1", clientId, json: { a: 1 }, deploy: { onCreate: true } };
    emulator.onRequest({ method: "POST", path: "/api/v1/hosts/{id}/deploy" }, () => {
      if (emulator.host(1).deployments.length === 0) emulator.scriptDeployment(1, { end: "error" });
    });
    await expect(host.up(program)).rejects.toBeInstanceOf(PartialFailure);
    await host.up(program);
    expect(emulator.host(1)).toMatchObject({ status: "published", deployedJson: { a: 1 } });
  }));

it("is not deployed for an update of something else after it was created without", () =>
  withHost({}, async ({ host, clientId, requests }) => {
    await host.up({ name: "web1", clientId, json: { a: 1 } });
    requests();
    await host.up({ name: "web1", clientId, json: { a: 1 }, onDestroy: "restore" });
    expect(requests()).toEqual([]);
  }));

describe("a host of the same name and client", () => {
  it("makes the creation fail before it is tried, and the error says how to adopt it", () =>
    withHost({}, async ({ host, existing, clientId, emulator }) => {
      const hostId = existing({ a: 1 });
      const error = await errorOf(host.up({ name: "web1", clientId, json: {} }));
      expect(error).toBeInstanceOf(HostExistsError);
      expect(error.message).toMatch(
        new RegExp(`host ${hostId} .*\`hostId: ${hostId}\`.*\`ifExists: "adopt"\`.*choose another name`),
      );
      expect(emulator.writes()).toEqual([]);
    }));

  it("is taken over with ifExists adopt", () =>
    withHost({}, async ({ host, existing, clientId, emulator }) => {
      const hostId = existing({ a: 1 });
      await host.up({ name: "web1", clientId, ifExists: "adopt", json: { a: 2 } });
      expect(host.outputs.hostId).toBe(hostId);
      expect(emulator.hostIds()).toEqual([hostId]);
      expect(emulator.host(hostId).deployedJson).toEqual({ a: 2 });
    }));

  it("is taken over without what counts only at a creation, and a warning names it", () =>
    withHost({}, async ({ host, existing, clientId, emulator, told }) => {
      const hostId = existing({ a: 1 });
      const given = { active: false, yaml: "a: 1", yamlAdmin: "b: 1" };
      const program = { name: "web1", clientId, ifExists: "adopt", json: { a: 1 }, ...given };
      await host.up(program);
      expect(told.warn).toEqual([
        `Host ${hostId} (web1) was there already and is adopted: active, yaml, yamlAdmin count only when a host is created, and were not applied.`,
      ]);
      expect(emulator.host(hostId)).toMatchObject({ active: true, yaml: null, yamlAdmin: null });
      expect(host.outputs.active).toBe(true);
      expect(host.preview(program)).toEqual([]);
    }));

  it("is adopted with no word of inputs that count only at a creation, if there are none", () =>
    withHost({}, async ({ host, existing, clientId, told }) => {
      existing({ a: 1 });
      await host.up({ name: "web1", clientId, ifExists: "adopt", json: { a: 2 } });
      expect(told.warn).toEqual([expect.stringContaining("json.a: 1 => 2") as string]);
    }));

  it("is not taken over where there are several, and the error names them all", () =>
    withHost({}, async ({ host, existing, clientId, emulator }) => {
      const ids = [existing({}), existing({})];
      const error = await errorOf(host.up({ name: "web1", clientId, ifExists: "adopt", json: { a: 2 } }));
      expect(error).toMatchObject({ hostIds: ids });
      expect(error.message).toContain("give its id as `hostId`");
      expect(emulator.writes()).toEqual([]);
    }));

  it("is found on a late page of a list of bare arrays", () =>
    withHost({ readings: presets.contrary }, async ({ host, existing, clientId, emulator }) => {
      for (let number = 10; number < 60; number += 1) existing({}, { name: `web1-${number}` });
      const hostId = existing({});
      await expect(host.up({ name: "web1", clientId, json: {} })).rejects.toMatchObject({
        hostIds: [hostId],
      });
      expect(emulator.writes()).toEqual([]);
    }));

  it.each([
    { what: "another client's", more: (emulatorClient: number) => ({ clientId: emulatorClient }) },
    { what: "one whose name only begins so", more: () => ({ name: "web11" }) },
    { what: "one whose name differs in case", more: () => ({ name: "WEB1" }) },
  ])("is not $what", ({ more }) =>
    withHost({}, async ({ host, existing, clientId, emulator }) => {
      existing({}, more(emulator.addClient()));
      await host.up({ name: "web1", clientId, json: {} });
      expect(emulator.hostIds()).toHaveLength(2);
    }),
  );
});

it("is in the state with its id where the read after the creation failed", () =>
  withHost({ readings: presets.mixed }, async ({ host, clientId, emulator }) => {
    const program = { name: "web1", clientId, json: { a: 1 } };
    emulator.faults.add({ match: record, fault: { kind: "status", status: 500 } });
    const error = await errorOf(host.up(program));
    expect(error).toMatchObject({ id: "1", reasons: [expect.stringContaining("500") as string] });
    await host.up(program);
    await host.refresh();
    expect(host.preview(program)).toEqual([]);
    expect(emulator.hostIds()).toEqual([1]);
  }));

it("is deployed by the next update where the read after the creation failed, with onCreate", () =>
  withHost({}, async ({ host, clientId, emulator }) => {
    const program = { name: "web1", clientId, json: { a: 1 }, deploy: { onCreate: true } };
    emulator.faults.add({ match: record, fault: { kind: "status", status: 500 } });
    await errorOf(host.up(program));
    await host.up(program);
    expect(emulator.host(1).deployedJson).toEqual({ a: 1 });
  }));

it("fails with the access kind where the token may not create hosts", () =>
  withHost({}, async ({ host, clientId, emulator, connect }) => {
    const error = await errorOf(
      host.up({ name: "web1", clientId, json: {} }, { api: connect(emulator.tokens.client) }),
    );
    expect(error).toBeInstanceOf(ForbiddenError);
    expect(error.message).toMatch(/admin-access/);
  }));

it.each(["messageErrors", "errorFields", "errorList"] as const)(
  "shows what is wrong with each field (%s)",
  (validationBody) =>
    withHost({ readings: { validationBody } }, async ({ host }) => {
      const error = await errorOf(host.up({ name: "web1", clientId: 99, json: {} }));
      expect(error.message).toContain("client_id: The selected client_id is invalid.");
    }),
);

it("is looked for and never created twice where the service is slow to create it", () =>
  withHost({}, async ({ host, clientId, emulator }) => {
    emulator.faults.add({ match: creation, fault: { kind: "html", status: 504 } });
    const looks = { method: "GET", path: "/api/v1/hosts" };
    const end = emulator.onRequest(looks, () => {
      if (emulator.requestsTo(looks).length === 4)
        emulator.addHost({ clientId, name: "web1", json: { a: 1 } });
    });
    await host.up({ name: "web1", clientId, json: { a: 1 } });
    end();
    expect(emulator.requestsTo(creation)).toHaveLength(1);
    expect(emulator.hostIds()).toEqual([host.outputs.hostId]);
  }));

it("is created once only where the service never answers", () =>
  withHost({}, async ({ host, clientId, emulator }) => {
    emulator.faults.add({ match: creation, at: "every", fault: { kind: "html", status: 504 } });
    const error = await errorOf(host.up({ name: "web1", clientId, json: { a: 1 } }));
    expect(error.message).toContain("It may have carried the request out all the same");
    expect(emulator.requestsTo(creation)).toHaveLength(1);
  }));

it.each(["resetAfter", "truncated"] as const)("is found where every answer is lost (%s)", (kind) =>
  withHost({}, async ({ host, clientId, emulator }) => {
    emulator.faults.add({ match: creation, at: "every", fault: { kind } });
    await host.up({ name: "web1", clientId, json: { a: 1 } });
    expect(emulator.hostIds()).toEqual([host.outputs.hostId]);
  }),
);

it("gives up after three lost answers, and no host is there", () =>
  withHost({}, async ({ host, clientId, emulator }) => {
    emulator.faults.add({ match: creation, at: "every", fault: { kind: "resetBefore" } });
    await errorOf(host.up({ name: "web1", clientId, json: {} }));
    expect(emulator.requestsTo(creation)).toHaveLength(3);
    expect(emulator.hostIds()).toEqual([]);
  }));

it("is found where Ctrl-C comes while the answer to its creation gets lost", () =>
  withHost({}, async ({ host, clientId, emulator }) => {
    const program = { name: "web1", clientId, json: { a: 1 } };
    const stop = new AbortController();
    emulator.faults.add({ match: creation, fault: { kind: "resetAfter" } });
    emulator.onRequest(creation, () => {
      stop.abort(new Error("interrupted"));
    });
    expect(await errorOf(host.up(program, { signal: stop.signal }))).toBeInstanceOf(PartialFailure);
    await host.up(program);
    expect(emulator.hostIds()).toEqual([host.outputs.hostId]);
  }));
