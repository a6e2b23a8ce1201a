import { safeText } from "../../provider/api/safeText";
import { ApiError } from "../../provider/api/errors";
import type { HostConfigApi } from "../../provider/api/hostConfigApi";
import type { Properties } from "../../provider/config/values";
import { functions, type FunctionName } from "../../provider/functions/functions";
import {
  groupConfigLifecycle,
  hostLifecycle,
  type ResourceLifecycle,
} from "../../provider/resource/lifecycle";
import { ManagedRecords } from "../../provider/resource/managedRecords";
import * as fc from "fast-check";
import { send, type ScriptedAnswer } from "../api/scriptedServer";
import { startTestApi, type TestApi } from "../api/testApi";
import { ManagedResource } from "../lifecycle/managedResource";
import { figure } from "../figures/figure";
import { hostileJson, hostileText, isUnpolluted, unplain } from "./hostileJson";

jest.setTimeout(300_000);

/** Every call of the service. */
const calls: [string, (api: HostConfigApi) => Promise<unknown>][] = [
  ["listClients", (api) => api.listClients({ search: "x" })],
  ["getClient", (api) => api.getClient(1)],
  ["listClientHosts", (api) => api.listClientHosts(1)],
  ["listClientGroups", (api) => api.listClientGroups(1)],
  ["listHosts", (api) => api.listHosts()],
  ["createHost", (api) => api.createHost({ name: "web1", clientId: 1 })],
  ["getHost", (api) => api.getHost(1)],
  ["saveHost", (api) => api.saveHost(1, { json: {} })],
  ["getDeployStatus", (api) => api.getDeployStatus(1)],
  ["startDeploy", (api) => api.startDeploy(1, "deploy")],
  ["resetDeploy", (api) => api.resetDeploy(1)],
  ["getHostCredentials", (api) => api.getHostCredentials(1)],
  ["listGroups", (api) => api.listGroups()],
  ["getGroup", (api) => api.getGroup(1)],
  ["saveGroup", (api) => api.saveGroup(1, {})],
  ["getApiDescription", (api) => api.getApiDescription()],
];

const status = fc.constantFrom(
  200,
  200,
  200,
  201,
  202,
  204,
  300,
  302,
  400,
  401,
  403,
  404,
  409,
  418,
  422,
  500,
  503,
  599,
);
const contentType = fc.constantFrom("application/json", "text/html", "text/plain", "", "image/png");

const anyAnswer: fc.Arbitrary<ScriptedAnswer> = fc
  .tuple(status, hostileJson, contentType)
  .map(([code, text, type]) => ({ status: code, text, headers: { "content-type": type } }));

/** What a service answers that speaks the right form, with texts that would do harm. */
const nastyRecords = fc.record({ text: hostileText, other: hostileText, json: hostileJson });
type NastyRecords = typeof nastyRecords extends fc.Arbitrary<infer Record> ? Record : never;

function nastyAnswer(path: string, method: string, { text, other, json }: NastyRecords, count: number) {
  const said = JSON.stringify(text);
  const record = `{"id":1,"client_id":1,"name":${said},"json":{${said}:${json},"__proto__":${json}},"created_at":${said},"updated_at":${said}}`;
  if (path.endsWith("/deploy") && method === "GET") {
    const ending = ["published", "error", "canceled", "timeout", other][count % 5] ?? "";
    return `{"publishing":false,"publishing_status":${JSON.stringify(ending)},"is_deploying":false,"job_stdout":${said},"deploy_at":"${count}","deploy_type":${said}}`;
  }
  if (path.endsWith("/credentials"))
    return `{"hostname":${said},"facts":{"__proto__":${json}},"system_users":[]}`;
  if (method === "POST") return `{"id":1,"message":${said},"error":${said}}`;
  return /\/\d+$/.test(path) ? record : `{"data":[${record}],"current_page":1,"last_page":1,"total":1}`;
}

/** A service that is right half of the time, and answers anything otherwise. */
const hostileService = fc.record({
  records: nastyRecords,
  answers: fc.array(fc.option(anyAnswer, { freq: 3 }), { minLength: 1, maxLength: 12 }),
});

/**
 * A service that answers with anything at all: every call, resource and function comes to a result, or to an error in
 * plain words.
 *
 * @param runs how many services, or answers, each is tried with
 */
export function answersAnything(runs: number): void {
  let asked = 0;
  let test: TestApi;
  beforeEach(async () => {
    test = await startTestApi();
  });
  afterEach(() => test.close());
  afterAll(() => {
    figure("hostile answers", `${asked} answers of any shape, and each a result or an error in plain words`);
  });

  describe.each(calls)("%s", (_name, call) => {
    it("gives a value or an error of its own for any JSON under any status", () =>
      fc.assert(
        fc.asyncProperty(anyAnswer, async (answer) => {
          test.server.answers(answer);
          const api = test.connect({ maxRetries: 1 });
          asked += 1;
          const error: unknown = await call(api).then(
            () => undefined,
            (reason: unknown) => reason,
          );
          await api.close();
          if (error !== undefined) {
            expect(error).toBeInstanceOf(ApiError);
            expect(unplain((error as ApiError).message)).toEqual([]);
          }
          expect(isUnpolluted()).toBe(true);
        }),
        { numRuns: runs },
      ));
  });

  function serve({
    records,
    answers,
  }: typeof hostileService extends fc.Arbitrary<infer S> ? S : never): void {
    let count = 0;
    test.server.answers((request, response) => {
      asked += 1;
      const answer = answers[count % answers.length];
      count += 1;
      const text = nastyAnswer(request.url.split("?", 1)[0] ?? "", request.method, records, count);
      if (typeof answer === "function") return;
      send(response, answer ?? { text, headers: { "content-type": "application/json" } });
    });
  }

  it.each<[string, ResourceLifecycle, Properties, string]>([
    ["a host", hostLifecycle, { hostId: 1, onDestroy: "restore" }, "1"],
    ["a host to create", hostLifecycle, { name: "web1", clientId: 1 }, "1"],
    ["a group", groupConfigLifecycle, { groupId: 1, deployHosts: [1, 2], onDestroy: "restore" }, "1"],
  ])(
    "%s is managed or fails in plain words, whatever the service answers",
    (_what, lifecycle, identity, id) =>
      fc.assert(
        fc.asyncProperty(hostileService, async (service) => {
          serve(service);
          const said: string[] = [];
          const say = (message: string) => said.push(message);
          const api = test.connect({ maxRetries: 1 });
          const resource = new ManagedResource(lifecycle, {
            api,
            clock: test.clock,
            progress: { status: say, info: say, warn: say },
            redact: (text) => text,
            randomHex: (bytes) => "0".repeat(2 * bytes),
            managed: new ManagedRecords(),
            waitByDefault: true,
          });
          const program = (version: number) => ({
            ...identity,
            json: { version },
            deploy: { timeout: 60, pollInterval: 20, onCreate: true },
          });
          const steps = [
            () => resource.up(program(1)),
            () => resource.refresh(),
            () => resource.up(program(2)),
            () => resource.destroy(),
            () => resource.import(id).then(() => undefined),
          ];
          for (const step of steps) {
            if (resource.state === undefined && step !== steps[0] && step !== steps[4]) continue;
            await step().catch((error: unknown) => {
              expect(error).toBeInstanceOf(Error);
              expect(error).not.toBeInstanceOf(RangeError);
              expect(error).not.toBeInstanceOf(TypeError);
              say((error as Error).message);
            });
          }
          await api.close();
          // As the providers make them safe where they leave.
          for (const message of said) expect(unplain(safeText(message))).toEqual([]);
          expect(isUnpolluted()).toBe(true);
        }),
        { numRuns: runs },
      ),
  );

  it.each(Object.keys(functions) as FunctionName[])("%s returns or fails in plain words", (name) => {
    const args: Record<FunctionName, object> = {
      getClient: { clientId: 1 },
      getClients: {},
      getHost: { name: "web1" },
      getHosts: { search: "x" },
      getGroup: { name: "production", clientId: 1 },
      getGroups: { clientId: 1 },
      getDeployStatus: { hostId: 1 },
      getHostCredentials: { hostId: 1 },
    };
    return fc.assert(
      fc.asyncProperty(hostileService, async (service) => {
        serve(service);
        const api = test.connect({ maxRetries: 1 });
        const error: unknown = await functions[name].invoke({ api }, { ...args[name] }).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        await api.close();
        if (error !== undefined) expect(unplain((error as Error).message)).toEqual([]);
        expect(isUnpolluted()).toBe(true);
      }),
      { numRuns: runs },
    );
  });
}
