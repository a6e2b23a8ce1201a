import type { Properties } from "../../provider/config/values";
import { groupConfigLifecycle, hostLifecycle } from "../../provider/resource/lifecycle";
import type { EmulatorOptions } from "../emulator";
import { ManagedResource } from "./managedResource";
import { errorOf, withPlatform, type Platform } from "./platform";

type Kind = "host" | "group";

interface Bench extends Platform {
  resource: ManagedResource;
  id: number;
  owner: number;
  other: number;
  remove: () => void;
}

/** A host or group of the first of two clients, managed with an admin-access token. */
async function withManaged(
  kind: Kind,
  readings: NonNullable<EmulatorOptions["readings"]>,
  test: (bench: Bench) => Promise<void>,
): Promise<void> {
  await withPlatform({ readings: { foreign: 404, ...readings } }, async (platform) => {
    const { emulator, context } = platform;
    const [owner, other] = [emulator.addClient(), emulator.addClient()];
    const record = { clientId: owner, name: "web1", json: { before: true } };
    const isHost = kind === "host";
    const id = isHost ? emulator.addHost(record) : emulator.addGroup(record);
    const resource = new ManagedResource(isHost ? hostLifecycle : groupConfigLifecycle, context);
    const own: Properties = isHost ? { hostId: id } : { groupId: id };
    await resource.up({ ...own, json: { a: 1 }, onDestroy: "restore" });
    const remove = () => {
      if (isHost) emulator.removeHost(id);
      else emulator.removeGroup(id);
    };
    await test({ ...platform, resource, id, owner, other, remove });
  });
}

const statesUnchanged = async (bench: Bench, token: string, message: RegExp) => {
  const { resource, connect } = bench;
  const before = structuredClone(resource.current);
  const api = connect(token);
  for (const operation of ["refresh", "destroy"] as const) {
    const error = await errorOf(resource[operation]({ api }));
    expect(error.message).toMatch(message);
    expect(error.message).toContain("pulumi state delete");
    expect(resource.current).toEqual(before);
  }
};

describe.each<Kind>(["host", "group"])("a %s that the service answers with 404", (kind) => {
  it("leaves the state with a token that sees its client and others", () =>
    withManaged(kind, {}, async ({ resource, remove }) => {
      remove();
      await resource.refresh();
      expect(resource.state).toBeUndefined();
    }));

  it("leaves the state with a token that sees its client only, and an inactive host", () =>
    withManaged(kind, {}, async ({ resource, emulator, connect, remove, owner }) => {
      emulator.addHost({ clientId: owner, name: "retired", active: false });
      remove();
      await resource.refresh({ api: connect(emulator.addToken({ access: "admin", clientId: owner })) });
      expect(resource.state).toBeUndefined();
    }));

  it("has nothing to restore with a token that sees its client and others", () =>
    withManaged(kind, {}, async ({ resource, remove, told }) => {
      remove();
      await resource.destroy();
      expect(told.info.at(-1)).toMatch(/nothing left to restore/);
    }));

  it.each<{ access: "client" | "admin" | "cms" }>([
    { access: "client" },
    { access: "admin" },
    { access: "cms" },
  ])(
    "stays in the state with a $access-access token of another client, even one without hosts and groups",
    ({ access }) =>
      withManaged(kind, {}, async (bench) => {
        const token = bench.emulator.addToken({ access, clientId: bench.other });
        await statesUnchanged(bench, token, /the token cannot see client 1, which owned it/);
      }),
  );

  it("stays in the state with a token of another client whose lists of nobody are empty", () =>
    withManaged(kind, { listsOfNobody: "empty" }, async (bench) => {
      const token = bench.emulator.addToken({ access: "client", clientId: bench.other });
      await statesUnchanged(bench, token, /the token cannot see client 1/);
    }));

  it("stays in the state with a token of its client only, which cannot tell", () =>
    withManaged(kind, {}, async (bench) => {
      const token = bench.emulator.addToken({ access: "client", clientId: bench.owner });
      bench.remove();
      await statesUnchanged(bench, token, /the token sees only client 1/);
    }));

  it("stays in the state where its client is gone, too, or was never told", () =>
    withManaged(kind, {}, async ({ resource, emulator, remove, owner }) => {
      remove();
      const { clientId, ...outputs } = resource.outputs;
      expect(clientId).toBe(owner);
      resource.state = { ...resource.current, outputs };
      const error = await errorOf(resource.refresh());
      expect(error.message).toMatch(/the state does not know which client owns it/);
      resource.state = { ...resource.current, outputs: { ...outputs, clientId: 99 } };
      expect((await errorOf(resource.refresh())).message).toMatch(/cannot see client 99/);
      expect(emulator.requestsTo({ method: "DELETE" })).toEqual([]);
    }));
});

it("stays in the state when it was made inactive, for a client-access token that does not see it any more", () =>
  withManaged("host", { inactiveToClients: 404 }, async (bench) => {
    const { emulator, resource, id, owner } = bench;
    emulator.setActive(id, false);
    const token = emulator.addToken({ access: "client", clientId: owner });
    await statesUnchanged(bench, token, /may get the same answer for a host that was made inactive or moved/);
    await resource.refresh();
    expect(resource.outputs.active).toBe(false);
  }));
