import { addOneHost, ask, withEmulator } from "./asking";

describe("credentials", () => {
  it.each(["admin", "cms"] as const)("show the chief users to a %s-access token", (kind) =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const { status, json } = await ask(emulator, `GET /api/v1/hosts/${id}/credentials`, {
        token: emulator.tokens[kind],
      });
      expect(status).toBe(200);
      expect(json).toEqual({
        hostname: "web1",
        master_user: { user: "master", password: "master-password-1" },
        admin_user: { user: "admin", password: "admin-password-1" },
        facts: { os: "linux", cpus: 2 },
        network: { ipv4: "192.0.2.1" },
        platform: { panel: "standard" },
        system_users: [{ user: "web1", password: "system-password-1" }],
        ftp_users: [{ user: "ftp1", password: "ftp-password-1" }],
      });
    }),
  );

  it("hide the chief users from a client-access token", () =>
    withEmulator({}, async (emulator) => {
      const id = addOneHost(emulator);
      const { json } = await ask(emulator, `GET /api/v1/hosts/${id}/credentials`, {
        token: emulator.tokens.client,
      });
      expect(Object.keys(json as object)).toEqual([
        "hostname",
        "facts",
        "network",
        "platform",
        "system_users",
        "ftp_users",
      ]);
    }));

  it("leave out the admin user of a panel that has none, and allow a password to be null", () =>
    withEmulator({}, async (emulator) => {
      const credentials = { admin_user: null, master_user: { user: "master", password: null } };
      const id = emulator.addHost({ clientId: emulator.addClient(), name: "web1", credentials });
      const { json } = await ask(emulator, `GET /api/v1/hosts/${id}/credentials`);
      expect(json).toMatchObject({ master_user: { user: "master", password: null } });
      expect(json).not.toHaveProperty("admin_user");
    }));

  it("answer 401 to a bad token under every reading", () =>
    withEmulator({ readings: { badToken: 403 } }, async (emulator) => {
      const id = addOneHost(emulator);
      const { status } = await ask(emulator, `GET /api/v1/hosts/${id}/credentials`, { token: null });
      expect(status).toBe(401);
    }));
});
