import { besideRecordedEngine, printed, step, type State } from "./recordedPreview";

const run = besideRecordedEngine();

const update = { kind: "update" };

describe("a mark as a secret", () => {
  const marked = { api_keys: ["[secret]", "[secret]"], password: "[secret]", workers: 4 };
  const recorded = (inputs: unknown, outputs: unknown) => ({
    type: "hostconfig:index:Host",
    inputs: { hostId: 12, json: inputs },
    outputs: { hostId: 12, json: outputs, fingerprint: "f1" },
  });
  const shown = async (oldState: State, newState: State, detailedDiff: unknown) => {
    const steps = [step("update", oldState, newState, { detailedDiff })];
    const { stdout } = await run(printed({ steps }), "preview", "--json");
    expect(stdout).not.toMatch(/hunter2|key-one/);
    return (JSON.parse(stdout) as { changes: { values: unknown[] }[] }).changes.flatMap(
      ({ values }) => values,
    );
  };

  it.each([
    ["of a list as a whole and of each item", { ...marked, api_keys: "[secret]" }],
    [
      "that was not there at an import",
      { api_keys: ["key-one", "key-two"], password: "hunter2", workers: 4 },
    ],
  ])("%s is no change of the value", async (_name, before) => {
    for (const [inputs, outputs] of [
      [before, before],
      [marked, before],
    ]) {
      expect(
        await shown(
          recorded(inputs, outputs),
          { ...recorded({ ...marked, workers: 8 }, undefined), outputs: {} },
          { "json.workers": update },
        ),
      ).toEqual([{ path: "json.workers", before: "4", after: "8" }]);
    }
  });

  it("hides a changed value on both sides, and the others of its list", async () => {
    const before = { api_keys: ["key-one"], password: "hunter2", workers: 4 };
    expect(
      await shown(
        recorded(before, before),
        { ...recorded(marked, undefined), outputs: {} },
        { "json.api_keys[1]": { kind: "add" }, "json.password": update },
      ),
    ).toEqual([
      { path: "json.api_keys", before: '["[secret]"]', after: '["[secret]","[secret]"]' },
      { path: "json.password", before: "[secret]", after: "[secret]" },
    ]);
  });
});
