import { valueAt, type Properties, type Property } from "../../provider/config/values";
import { group } from "../../provider/resource/group";
import { host } from "../../provider/resource/host";
import { groupConfigLifecycle, hostLifecycle } from "../../provider/resource/lifecycle";

/** Two values of one input that ask for something else. */
interface Sample {
  before?: Property;
  after: Property;
  /** Other inputs that it needs. */
  beside?: Properties;
  /** The service cannot change it: the comparison refuses it by name. */
  refused?: boolean;
}

const common: Record<string, Sample> = {
  json: { before: { php: "8.2" }, after: { php: "8.3" } },
  ownership: { after: "declared" },
  onConflict: { before: "warn", after: "fail" },
  onDestroy: { after: "restore" },
  deploy: { before: { triggers: [1] }, after: { triggers: [2] } },
};

const created = { hostId: undefined, name: "web1", clientId: 1 };

const resources = [
  {
    lifecycle: hostLifecycle,
    definition: host,
    inputs: { hostId: 7, json: {} },
    outputs: { hostId: 7, name: "web1", clientId: 1, active: true },
    memory: (inputs: Properties): Properties => {
      const { hostId, name, clientId, active } = inputs;
      return { given: { hostId, name, clientId, active }, origin: "adopted", deployment: {} };
    },
    samples: {
      ...common,
      hostId: { before: 7, after: 8 },
      name: { before: "web1", after: "web2", beside: created },
      clientId: { before: 1, after: 2, beside: created },
      ifExists: { after: "adopt", beside: created },
      active: { before: true, after: false, beside: created, refused: true },
      yaml: { before: "php: 8.2", after: "php: 8.3", beside: created, refused: true },
      yamlAdmin: { before: "php: 8.2", after: "php: 8.3", beside: created, refused: true },
      jsonAdmin: { before: { quota: 5 }, after: { quota: 6 } },
    } as Record<string, Sample>,
  },
  {
    lifecycle: groupConfigLifecycle,
    definition: group,
    inputs: { groupId: 3, json: {} },
    outputs: { name: "production", clientId: 1 },
    memory: (): Properties => ({ deployments: {} }),
    samples: {
      ...common,
      groupId: { before: 3, after: 4 },
      deployHosts: { before: [1], after: [1, 2] },
    } as Record<string, Sample>,
  },
];

const cases = resources.flatMap((resource) =>
  Object.keys(resource.lifecycle.inputs.shape).map((input) => ({
    ...resource,
    input,
    label: resource.lifecycle.label,
  })),
);

it.each(cases)("a change of $input alone appears in the comparison of a $label", (resource) => {
  const { lifecycle, input, samples, label } = resource;
  const sample = samples[input];
  if (sample === undefined) {
    throw new Error(
      `The table of this test has no sample for "${input}" of ${label}: add two values of it that ask for something else.`,
    );
  }
  const { before, after, beside = {}, refused = false } = sample;
  const olds = { ...resource.inputs, ...beside, [input]: before };
  const state = stateOf(resource, olds);
  const compare = (value: Property) =>
    lifecycle
      .diff(state, { ...olds, [input]: value })
      .differences.map(({ path: [name] }) => name)
      .filter((name, index, all) => all.indexOf(name) === index);

  expect(compare(before)).toEqual([]);
  if (refused) expect(() => compare(after)).toThrow(`: ${input}: counts only when a host is created`);
  else expect(compare(after)).toEqual([input]);
});

it.each(cases)("the state keeps $input of a $label", (resource) => {
  const { definition, input, samples, outputs } = resource;
  const { after, beside } = samples[input] ?? {};
  const state = stateOf(resource, { ...resource.inputs, ...beside, [input]: after });
  // An output of the same name says what the service has.
  const kept = valueAt(outputs, input) ?? after;
  expect(definition.encode(definition.decode(state))).toMatchObject({ [input]: kept });
});

it.each(resources)("the samples are of inputs of a $lifecycle.label only", ({ lifecycle, samples }) => {
  expect(Object.keys(samples).filter((input) => !Object.hasOwn(lifecycle.inputs.shape, input))).toEqual([]);
});

/** The outputs of a resource with these inputs. */
function stateOf(
  { outputs, memory }: Pick<(typeof resources)[number], "outputs" | "memory">,
  inputs: Properties,
) {
  const __state = { version: 1, key: "k", observed: true, fresh: [], ...memory(inputs) };
  return { ...inputs, savedJson: {}, fingerprint: "f", ...outputs, __state };
}
