import type { LifecycleContext } from "../../provider/resource/context";
import type { Properties } from "../../provider/config/values";

import { functions } from "../../provider/functions/functions";
import {
  groupConfigLifecycle,
  hostLifecycle,
  type ResourceLifecycle,
} from "../../provider/resource/lifecycle";
import { ManagedRecords } from "../../provider/resource/managedRecords";
import { startExactService, type ExactService } from "../exactService";
import { withPlatform } from "./platform";
import { createHostConfigApi } from "../../provider/api/createHostConfigApi";

const others =
  '"big":9007199254740993.0,"ids":[12345678901234567890e0,{"far":-1e400}],"__proto__":0.1000000000000000055';
/** A text of the service's that looks as numbers once did inside. */
const text = '"text":"\u20639007199254740993"';
const held = `{"php":{"version":"8.3"},${others},${text}}`;

interface Resource {
  lifecycle: ResourceLifecycle;
  identity: Properties;
  kind: "host" | "group";
  id: string;
}

const resources: Resource[] = [
  { lifecycle: hostLifecycle, identity: { hostId: 12 }, kind: "host", id: "12" },
  { lifecycle: groupConfigLifecycle, identity: { groupId: 3 }, kind: "group", id: "3" },
];

/** All that Pulumi keeps of properties: JSON, whose numbers are JavaScript's. */
function kept(properties: Properties): Properties {
  return JSON.parse(JSON.stringify(properties)) as Properties;
}

describe.each(resources)(
  "numbers that JavaScript has none for, in a $kind",
  ({ lifecycle, identity, kind, id }) => {
    let service: ExactService;
    beforeEach(async () => {
      service = await startExactService(held);
    });
    afterEach(() => service.close());

    const run = (test: (context: LifecycleContext) => Promise<void>) =>
      withPlatform({}, async ({ context }) => {
        const settings = { baseUrl: service.url, token: () => "token", maxConcurrentRequests: 4 };
        const api = createHostConfigApi(
          { ...settings, requestTimeout: 30, maxRetries: 0, allowInsecureHttp: false },
          { clock: context.clock },
        );
        await test({ ...context, api });
        await api.close();
      });

    const checked = (program: Properties, olds: Properties = {}) => {
      const { inputs, failures } = lifecycle.check(olds, { ...identity, ...program });
      expect(failures).toEqual([]);
      return kept(inputs);
    };
    const created = async (context: LifecycleContext, program: Properties) =>
      kept((await lifecycle.create(context, checked(program))).outputs);
    const refreshed = async (context: LifecycleContext, olds: Properties | undefined) => {
      const found = await lifecycle.read(context, id, olds);
      return { inputs: kept(found?.inputs ?? {}), outputs: kept(found?.outputs ?? {}) };
    };

    it("others' stay as they were written if the program declares other keys", () =>
      run(async (context) => {
        const program = { ownership: "declared", json: { php: { version: "8.4" } } };
        const outputs = await created(context, program);
        expect(service.held[kind]).toBe(held.replace("8.3", "8.4"));
        expect(outputs.savedJson).toEqual(
          JSON.parse(
            held
              .replace("8.3", "8.4")
              .replace(/:(9007[\d.]*|0\.1\d+)/g, ':"$1"')
              .replace("12345678901234567890e0", '"12345678901234567890e0"')
              .replace("-1e400", '"-1e400"'),
          ),
        );
        const { outputs: same } = await refreshed(context, outputs);
        expect(same).toEqual(outputs);
        const news = checked({ ...program, json: { php: { version: "8.5" } } });
        await lifecycle.update(context, same, news);
        expect(service.held[kind]).toBe(held.replace("8.3", "8.5"));
      }));

    it("the program's are saved as they are written, and an unchanged program saves nothing", () =>
      run(async (context) => {
        const json = `{ "mine": 18446744073709551615, "price": 0.10000000000000000555 }`;
        const inputs = checked({ json, ownership: "declared" });
        const outputs = kept((await lifecycle.create(context, inputs)).outputs);
        const saved = `${held.slice(0, -1)},"mine":18446744073709551615,"price":0.10000000000000000555}`;
        expect(service.held[kind]).toBe(saved);
        const { outputs: seen } = await refreshed(context, outputs);
        expect(lifecycle.diff(seen, inputs)).toMatchObject({ changes: false, differences: [] });
        // Another spelling of the same numbers.
        const again = checked({
          json: '{"price":1.0000000000000000555e-1,"mine":18446744073709551615.0}',
          ownership: "declared",
        });
        expect(lifecycle.diff(seen, again)).toMatchObject({ changes: false });
        const other = checked({ json: json.replace("615", "616"), ownership: "declared" });
        expect(lifecycle.diff(seen, other).differences).toEqual([{ path: ["json"], kind: "update" }]);
        expect(service.saves).toHaveLength(1);
      }));

    it("a change outside Pulumi is found beyond the precision of a double, and undone", () =>
      run(async (context) => {
        const inputs = checked({ json: held });
        const outputs = await created(context, { json: held });
        expect(service.saves).toEqual([]);
        service.held[kind] = held.replace("9007199254740993.0", "9007199254740992");
        const found = await refreshed(context, outputs);
        expect(found.outputs.fingerprint).not.toBe(outputs.fingerprint);
        expect(lifecycle.diff(found.outputs, inputs)).toMatchObject({ changes: true });
        const updated = kept((await lifecycle.update(context, found.outputs, inputs)).outputs);
        expect(service.held[kind]).toBe(held);
        service.held[kind] = held.replace("9007199254740993.0", "900719925474099.3e1");
        const respelled = await refreshed(context, updated);
        expect(respelled.outputs.fingerprint).toBe(updated.fingerprint);
        expect(lifecycle.diff(respelled.outputs, inputs)).toMatchObject({ changes: false });
      }));

    it("an import and the program that it leads to are the same", () =>
      run(async (context) => {
        const { inputs, outputs } = await refreshed(context, undefined);
        expect(inputs.json).toBe(held);
        expect(lifecycle.diff(outputs, checked({ json: held }))).toMatchObject({ changes: false });
        const { outputs: adopted } = await lifecycle.update(context, outputs, checked({ json: held }));
        expect(service.saves).toEqual([]);
        await lifecycle.delete(context, kept(adopted));
      }));

    it("what was there before is restored as it was written", () =>
      run(async (context) => {
        const outputs = await created(context, { json: { php: {} }, onDestroy: "restore" });
        expect(service.held[kind]).toBe('{"php":{}}');
        // A destroy is a run of its own.
        await lifecycle.delete({ ...context, managed: new ManagedRecords() }, outputs);
        expect(service.held[kind]).toBe(held);
      }));

    it("a function returns them as texts", () =>
      run(async (context) => {
        const name = kind === "host" ? "getHost" : "getGroup";
        const result = await functions[name].invoke(context, identity);
        expect(result.json).toMatchObject({
          big: "9007199254740993.0",
          ids: ["12345678901234567890e0", { far: "-1e400" }],
          text: "\u20639007199254740993",
        });
      }));
  },
);
