import {
  ApiError,
  BadRequestError,
  ForbiddenError,
  InvalidResponseError,
  NotFoundError,
  ServerError,
  UnauthorizedError,
  UnexpectedStatusError,
  ValidationError,
} from "../../provider/api/errors";
import type { HostConfigApi } from "../../provider/api/hostConfigApi";
import { errorOf, startTestApi, testToken, type TestApi } from "./testApi";

describe("errors", () => {
  let test: TestApi;
  beforeEach(async () => {
    test = await startTestApi();
  });
  afterEach(() => test.close());

  const once = { maxRetries: 0 };
  const start = (api: HostConfigApi) => api.startDeploy(12, "deploy");

  it.each([
    [400, BadRequestError, ["Host is busy"], false, false],
    [
      401,
      UnauthorizedError,
      ["expiration date", "pulumi config set --secret hostconfig:token"],
      false,
      false,
    ],
    [403, ForbiddenError, ["access kind", "admin-access"], false, false],
    [404, NotFoundError, ["no host 12"], false, false],
    [422, ValidationError, ["not valid"], false, false],
    [409, UnexpectedStatusError, ["does not document"], false, false],
    [500, ServerError, ["try again later", "may have carried"], true, true],
    [502, ServerError, ["try again later"], true, true],
    [503, ServerError, ["try again later"], true, true],
    [501, ServerError, ["The service failed"], true, false],
  ] as const)(
    "%d says what happened, to what, and what to do",
    async (status, type, words, mayHaveHappened, transient) => {
      test.server.answers({ status, json: { error: "Host is busy" } });
      const error = await errorOf(start(test.connect(once)));
      expect(error).toBeInstanceOf(type);
      expect(error).toMatchObject({
        name: type.name,
        status,
        endpoint: "POST /api/v1/hosts/12/deploy",
        address: test.server.url,
        serviceMessage: "Host is busy",
        mayHaveHappened,
        transient,
      });
      const { message } = error as ApiError;
      for (const word of [...words, "POST /api/v1/hosts/12/deploy", test.server.url, "Host is busy"]) {
        expect(message).toContain(word);
      }
    },
  );

  it.each([400, 401, 403, 404, 422, 500])("%d may come with an empty body", async (status) => {
    test.server.answers({ status });
    const error = await errorOf(test.connect(once).getHost(12));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, serviceMessage: undefined, mayHaveHappened: false });
  });

  it("says which token was refused where the environment holds another one", async () => {
    test.server.answers({ status: 401 }, { status: 401 });
    const told = await errorOf(test.connect({ otherTokenInEnvironment: () => true }).getHost(12));
    expect(told).toMatchObject({ name: "UnauthorizedError", otherTokenInEnvironment: true });
    expect(String(told)).toMatch(
      /refused token is that of the configuration; HOSTCONFIG_TOKEN holds another one, which was not used.*`pulumi config rm hostconfig:token`.*`pulumi up` once/,
    );
    const alone = await errorOf(test.connect().getHost(12));
    expect(alone).toMatchObject({ name: "UnauthorizedError", otherTokenInEnvironment: false });
    expect(String(alone)).not.toContain("not used");
  });

  it("a missing deployment history is no error", async () => {
    test.server.answers({ status: 404, json: { error: "No deploy history found" } });
    await expect(test.connect().getDeployStatus(12)).resolves.toBeUndefined();
  });

  it("names the address once", async () => {
    test.server.answers({ status: 404, json: { error: "Not here" } });
    const error = await errorOf(test.connect().getHost(12));
    expect(String(error).split(test.server.url)).toHaveLength(2);
    expect(String(error)).toContain('has no host 12: GET /api/v1/hosts/12 answered 404: "Not here".');
  });

  it.each([
    ["The host is busy.", 'answered 400: "The host is busy". Nothing'],
    ['The type "x" is invalid.', 'answered 400: The type "x" is invalid. Nothing'],
    ["Wait ...", 'answered 400: "Wait ...". Nothing'],
  ])("ends a sentence with one full stop where the service says %j", async (said, expected) => {
    test.server.answers({ status: 400, json: { error: said } });
    const error = await errorOf(start(test.connect()));
    expect(String(error)).toContain(expected);
    expect(error).toMatchObject({ serviceMessage: said });
  });

  it("says a field's error once where the service repeats it as the message of the answer", async () => {
    const reason = "The selected client id is invalid.";
    test.server.answers({ status: 422, json: { message: reason, errors: { client_id: [reason] } } });
    const error = await errorOf(test.connect().createHost({ name: "web1", clientId: 3 }));
    expect(String(error).split(reason)).toHaveLength(2);
    expect(error).toMatchObject({ serviceMessage: reason });
  });

  it("shows field errors", async () => {
    test.server.answers({
      status: 422,
      json: {
        message: "The given data was invalid.",
        errors: { name: ["is taken"], client_id: ["unknown"] },
      },
    });
    const error = await errorOf(test.connect().createHost({ name: "web1", clientId: 3 }));
    expect(error).toMatchObject({
      fieldErrors: [
        { field: "name", message: "is taken" },
        { field: "client_id", message: "unknown" },
      ],
      serviceMessage: "The given data was invalid.",
    });
    expect((error as Error).message).toMatch(/name: is taken\n.*client_id: unknown/);
  });

  it.each([
    [301, false],
    [302, true],
    [307, false],
    [308, false],
  ])("does not follow %d, and the token goes nowhere else", async (status, mayHaveHappened) => {
    test.server.answers({
      status,
      headers: { location: "https://elsewhere.example.com/login?session=s3cr3t" },
    });
    const error = await errorOf(start(test.connect()));
    expect(error).toBeInstanceOf(UnexpectedStatusError);
    expect(error).toMatchObject({
      status,
      location: "https://elsewhere.example.com/login",
      mayHaveHappened,
    });
    expect((error as Error).message).toContain("only sent to the configured origin");
    expect((error as Error).message).not.toContain("s3cr3t");
    expect(test.server.requests).toHaveLength(1);
  });

  it("does not show the token where a redirect repeats it", async () => {
    test.server.answers({
      status: 302,
      headers: { location: `https://elsewhere.example.com/${testToken}/x` },
    });
    const error = await errorOf(start(test.connect()));
    expect(error).toMatchObject({ location: "https://elsewhere.example.com/[secret]/x" });
    expect(everythingIn(error)).not.toContain(testToken);
  });

  it.each([
    ["an empty body", { text: "" }, undefined, /body is empty/],
    ["an HTML page", { text: "<!doctype html><title>Sign in</title>" }, undefined, /HTML page/],
    ["HTML by its type", { text: "hello", headers: { "content-type": "text/html" } }, undefined, /HTML page/],
    ["broken JSON", { text: '{"id": 12, "name": "we' }, undefined, /not valid JSON/],
    ["a list for a record", { json: [{ id: 12, name: "web1" }] }, undefined, /the body: /],
    ["null for a record", { json: null }, undefined, /the body: /],
    ["no id", { json: { name: "web1" } }, "id", /id: expected an id/],
    ["a broken id", { json: { id: "12x", name: "web1" } }, "id", /id: /],
    ["no name", { json: { id: 12 } }, "name", /name: expected a text/],
    ["a wrong flag", { json: { id: 12, name: "web1", active: "maybe" } }, "active", /active: expected true/],
    ["a wrong configuration", { json: { id: 12, name: "web1", json: "{oops" } }, "json", /json: expected an/],
    ["a number for it", { json: { id: 12, name: "web1", json: 5 } }, "json", /json: expected an/],
  ])("takes %s for an invalid answer", async (_, answer, field, message) => {
    test.server.answers(answer);
    const error = await errorOf(test.connect().getHost(12));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ status: 200, field, mayHaveHappened: false });
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).toContain("GET /api/v1/hosts/12");
  });

  it("names the item of a list that does not fit", async () => {
    test.server.answers({ json: { data: [{ id: 1, name: "a" }, { id: 2 }], current_page: 1, last_page: 1 } });
    await expect(test.connect().listHosts()).rejects.toMatchObject({ field: "data[1].name" });
    test.server.answers({ json: [{ id: 1, name: "a" }, { name: "b" }] });
    await expect(test.connect().listHosts()).rejects.toMatchObject({ field: "[1].id" });
    test.server.answers({ json: { hosts: [] } });
    await expect(test.connect().listHosts()).rejects.toMatchObject({ field: "data" });
  });

  it("takes a deploy status that tells nothing for an invalid answer", async () => {
    test.server.answers({ json: { status: "ok" } });
    await expect(test.connect().getDeployStatus(12)).rejects.toMatchObject({ field: "publishing_status" });
  });

  it("never quotes a credentials answer", async () => {
    test.server.answers({ json: { master_user: { user: ["p4ssw0rd"] }, facts: "p4ssw0rd" } });
    const error = await errorOf(test.connect().getHostCredentials(12));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(everythingIn(error)).not.toContain("p4ssw0rd");
    test.server.answers({ text: '{"password": "p4ssw0rd", ' });
    expect(everythingIn(await errorOf(test.connect().getHostCredentials(12)))).not.toContain("p4ssw0rd");
  });

  it.each([
    ["a created host without an id", { status: 201, json: { message: "created" } }],
    ["an HTML page", { text: "<html>login</html>" }],
    ["nothing", { text: "" }],
  ])("a create that is answered with %s may have happened", async (_, answer) => {
    test.server.answers(answer);
    const error = await errorOf(test.connect().createHost({ name: "web1", clientId: 3 }));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ mayHaveHappened: true });
    expect(test.server.requests).toHaveLength(1);
  });

  it("an HTML page is no good answer to a write, though another body is", async () => {
    test.server.answers({ text: "<html>login</html>" });
    for (const call of [
      (api: HostConfigApi) => api.saveHost(12, { json: {} }),
      start,
      (api: HostConfigApi) => api.resetDeploy(12),
    ]) {
      await expect(call(test.connect())).rejects.toMatchObject({
        name: "InvalidResponseError",
        mayHaveHappened: true,
      });
    }
  });

  it.each([400, 401, 403, 404, 409, 422, 500, 503])(
    "%d shows neither token nor admin configuration where the service repeats them",
    async (status) => {
      test.server.answers((request, response) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(
          JSON.stringify({
            error: `${request.headers.authorization ?? ""} sent ${request.body}`,
            errors: { json_admin: ["not allowed: root-p4ss", request.body], yaml_admin: "line-p4ss" },
          }),
        );
      });
      const error = await errorOf(
        test.connect(once).createHost({
          name: "web1",
          clientId: 3,
          jsonAdmin: { db: { root: "root-p4ss" }, list: ['quo"ted-p4ss'] },
          yamlAdmin: "db:\n  root: 'line-p4ss'\n  - item-p4ss",
        }),
      );
      expect(error).toBeInstanceOf(ApiError);
      expect(everythingIn(error)).not.toContain(testToken);
      expect(everythingIn(error)).not.toContain("p4ss");
    },
  );

  it("a token that is missing is an error of its own, and nothing is sent", async () => {
    const api = test.connect({
      token: () => {
        throw new Error("no token here");
      },
    });
    await expect(api.getHost(12)).rejects.toThrow("no token here");
    // The turn that the call had taken is given back.
    const more = Array.from({ length: 20 }, () => errorOf(api.getHost(12)));
    await expect(Promise.all(more)).resolves.toHaveLength(20);
    expect(test.server.requests).toHaveLength(0);
  });
});

/** Message, stack, properties and causes in one text. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  return [
    error.message,
    error.stack,
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    error.cause === undefined ? "" : everythingIn(error.cause),
  ].join("\n");
}
