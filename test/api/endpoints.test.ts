import { startTestApi, testToken, type TestApi } from "./testApi";

describe("the calls of the service", () => {
  let test: TestApi;
  beforeEach(async () => {
    test = await startTestApi();
  });
  afterEach(() => test.close());

  const wireHost = {
    id: 12,
    client_id: 3,
    active: 1,
    name: "web1",
    json: { php: { version: "8.3" } },
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-02T00:00:00Z",
    monitoring: { load: { one: 0.1 } },
  };
  const host = {
    id: 12,
    clientId: 3,
    active: true,
    name: "web1",
    json: { php: { version: "8.3" } },
    createdAt: "2026-01-01T00:00:00Z",
    updatedAt: "2026-01-02T00:00:00Z",
    monitoring: { load: { one: 0.1 } },
  };
  const wireGroup = { id: 7, client_id: 3, name: "shared", json: [] };
  const group = {
    id: 7,
    clientId: 3,
    name: "shared",
    json: {},
    createdAt: undefined,
    updatedAt: undefined,
  };

  it("sends the headers of the reference, with the token and the package's version", async () => {
    test.server.answers({ json: wireHost });
    await test.connect().getHost(12);
    const headers = test.server.requests[0]?.headers;
    expect(headers).toMatchObject({ accept: "application/json", authorization: `Bearer ${testToken}` });
    expect(headers?.["user-agent"]).toMatch(/^pulumi-hostconfig\/\d+\.\d+\.\d+/);
    expect(headers).not.toHaveProperty("content-type");
  });

  it("sends JSON bodies as application/json", async () => {
    test.server.answers({ json: { message: "saved" } });
    await test.connect().saveHost(12, { json: { a: 1 } });
    expect(test.server.requests[0]?.headers["content-type"]).toBe("application/json");
  });

  it("reads the token for every call, so that a rotation takes effect", async () => {
    test.server.answers({ json: wireHost });
    const tokens = ["first", "second"];
    const api = test.connect({ token: () => tokens.shift() ?? "none" });
    await api.getHost(12);
    await api.getHost(12);
    expect(test.server.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer first",
      "Bearer second",
    ]);
  });

  it("keeps a path of the base address", async () => {
    test.server.answers({ json: wireHost });
    await test.connect({ baseUrl: `${test.server.url}/panel` }).getHost(12);
    expect(test.server.requests[0]?.url).toBe("/panel/api/v1/hosts/12");
  });

  it("encodes a search", async () => {
    test.server.answers({ json: [] });
    await test.connect().listHosts({ search: "a b&page=9/ü?#%" });
    const url = new URL(test.server.requests[0]?.url ?? "", test.server.url);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      size: "100",
      page: "1",
      search: "a b&page=9/ü?#%",
    });
  });

  it("gets a host", async () => {
    test.server.answers({ json: wireHost });
    await expect(test.connect().getHost(12)).resolves.toEqual(host);
    expect(test.server.requests[0]).toMatchObject({ method: "GET", url: "/api/v1/hosts/12", body: "" });
  });

  it("gets a client", async () => {
    test.server.answers({ json: { id: 3, firstname: "Ada", lastname: null, email: "ada@example.com" } });
    await expect(test.connect().getClient(3)).resolves.toEqual({
      id: 3,
      firstname: "Ada",
      lastname: undefined,
      email: "ada@example.com",
      createdAt: undefined,
      updatedAt: undefined,
    });
    expect(test.server.requests[0]?.url).toBe("/api/v1/clients/3");
  });

  it("gets a group", async () => {
    test.server.answers({ json: wireGroup });
    await expect(test.connect().getGroup(7)).resolves.toEqual(group);
    expect(test.server.requests[0]?.url).toBe("/api/v1/groups/7");
  });

  it.each([
    ["listClients", "/api/v1/clients", { id: 3 }],
    ["listHosts", "/api/v1/hosts", wireHost],
    ["listGroups", "/api/v1/groups", wireGroup],
  ] as const)("%s walks %s", async (method, path, item) => {
    test.server.answers({ json: { data: [item], current_page: 1, last_page: 1, per_page: 15, total: 1 } });
    await expect(test.connect()[method]()).resolves.toMatchObject([{ id: item.id }]);
    expect(test.server.requests.map(({ url }) => url)).toEqual([`${path}?size=100&page=1`]);
  });

  it.each([
    ["listClientHosts", "/api/v1/clients/3/hosts", wireHost],
    ["listClientGroups", "/api/v1/clients/3/groups", wireGroup],
  ] as const)("%s walks %s", async (method, path, item) => {
    test.server.answers({ json: { data: [item], current_page: 1, last_page: 1, per_page: 15, total: 1 } });
    await expect(test.connect()[method](3)).resolves.toMatchObject([{ id: item.id }]);
    expect(test.server.requests.map(({ url }) => url)).toEqual([`${path}?size=100&page=1`]);
  });

  it("creates a host with the service's names, and without what is not given", async () => {
    test.server.answers({ status: 201, json: { id: 44, message: "created" } });
    await expect(test.connect().createHost({ name: "web2", clientId: 3 })).resolves.toEqual({ id: 44 });
    await test.connect().createHost({
      name: "web3",
      clientId: 3,
      active: false,
      json: { a: 1 },
      yaml: "a: 1",
      jsonAdmin: { b: 2 },
      yamlAdmin: "b: 2",
    });
    expect(
      test.server.requests.map(({ method, url, body }) => [method, url, JSON.parse(body) as unknown]),
    ).toEqual([
      ["POST", "/api/v1/hosts", { name: "web2", client_id: 3 }],
      [
        "POST",
        "/api/v1/hosts",
        {
          name: "web3",
          client_id: 3,
          active: false,
          json: { a: 1 },
          yaml: "a: 1",
          json_admin: { b: 2 },
          yaml_admin: "b: 2",
        },
      ],
    ]);
  });

  it.each([
    ["with jsonAdmin", { json: { a: 1 }, jsonAdmin: { b: 2 } }, { json: { a: 1 }, json_admin: { b: 2 } }],
    ["without jsonAdmin", { json: {} }, { json: {} }],
  ])("saves a host %s", async (_, configuration, body) => {
    test.server.answers({ json: { message: "saved" } });
    await test.connect().saveHost(12, configuration);
    expect(test.server.requests[0]).toMatchObject({ method: "POST", url: "/api/v1/hosts/12" });
    expect(JSON.parse(test.server.requests[0]?.body ?? "")).toEqual(body);
  });

  it("saves a group", async () => {
    test.server.answers({ json: { message: "saved", id: 7 } });
    await test.connect().saveGroup(7, { a: [1] });
    expect(test.server.requests[0]).toMatchObject({
      method: "POST",
      url: "/api/v1/groups/7",
      body: '{"json":{"a":[1]}}',
    });
  });

  it("starts a deployment", async () => {
    test.server.answers({ json: { message: "started" } });
    await test.connect().startDeploy(12, "fullDeploy");
    expect(test.server.requests[0]).toMatchObject({
      method: "POST",
      url: "/api/v1/hosts/12/deploy",
      body: '{"type":"fullDeploy"}',
    });
  });

  it("resets a deployment, without a body", async () => {
    test.server.answers({ text: "" });
    await test.connect().resetDeploy(12);
    expect(test.server.requests[0]).toMatchObject({
      method: "DELETE",
      url: "/api/v1/hosts/12/deploy",
      body: "",
    });
  });

  it("gets a deploy status", async () => {
    test.server.answers({
      json: {
        publishing: true,
        publishing_status: "deploy",
        is_deploying: 1,
        job_stdout: "step 1\n",
        deploy_at: null,
        deploy_type: "Full Deploy",
      },
    });
    await expect(test.connect().getDeployStatus(12)).resolves.toEqual({
      publishing: true,
      publishingStatus: "deploy",
      isDeploying: true,
      jobStdout: "step 1\n",
      deployAt: undefined,
      deployType: "Full Deploy",
    });
    expect(test.server.requests[0]?.url).toBe("/api/v1/hosts/12/deploy");
  });

  it("gets the output of a job as plain text without the secrets of the caller", async () => {
    test.server.answers({ json: { publishing: true, job_stdout: "login \u001b[1mhunter\u001b[0m2\r\nend" } });
    const redact = (text: string) => text.replaceAll("hunter2", "[secret]");
    await expect(test.connect().getDeployStatus(12, { redact })).resolves.toMatchObject({
      jobStdout: "login [secret]\nend",
    });
  });

  it("gets credentials, and leaves out what the token may not see", async () => {
    test.server.answers({
      json: {
        hostname: "web1.example.com",
        master_user: { user: "root", password: null },
        facts: { os: "linux" },
        network: [],
        system_users: [{ user: "www" }],
        ftp_users: null,
      },
    });
    await expect(test.connect().getHostCredentials(12)).resolves.toEqual({
      hostname: "web1.example.com",
      masterUser: { user: "root", password: null },
      adminUser: undefined,
      facts: { os: "linux" },
      network: undefined,
      platform: undefined,
      systemUsers: [{ user: "www" }],
      ftpUsers: [],
    });
    expect(test.server.requests[0]?.url).toBe("/api/v1/hosts/12/credentials");
  });

  it("gets the service's own description", async () => {
    test.server.answers({ json: { openapi: "3.0.0", paths: {} } });
    await expect(test.connect({ baseUrl: `${test.server.url}/x` }).getApiDescription()).resolves.toEqual({
      openapi: "3.0.0",
      paths: {},
    });
    expect(test.server.requests[0]?.url).toBe("/x/api-docs/api-docs.json");
  });

  it.each([
    ["nothing", { text: "" }],
    ["204", { status: 204 }],
    ["null", { json: null }],
    ["an array", { json: [] }],
    ["plain text", { text: "OK", headers: { "content-type": "text/plain" } }],
  ])("takes %s for a good answer to a write", async (_, answer) => {
    test.server.answers(answer);
    const api = test.connect();
    await api.saveHost(12, { json: {} });
    await api.saveGroup(7, {});
    await api.startDeploy(12, "deploy");
    await api.resetDeploy(12);
    expect(test.server.requests).toHaveLength(4);
  });
});
