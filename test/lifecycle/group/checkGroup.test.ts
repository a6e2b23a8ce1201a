import { UNKNOWN } from "../../../provider/config/values";
import { groupConfigLifecycle } from "../../../provider/resource/lifecycle";

function failures(news: Parameters<typeof groupConfigLifecycle.check>[1]): string[] {
  return groupConfigLifecycle
    .check({}, news)
    .failures.map(({ property, reason }) => `${property}: ${reason}`);
}

it.each([
  { written: { groupId: "3", json: {} }, read: { groupId: 3, json: {} } },
  { written: { groupId: 3, json: '{"a":1}' }, read: { groupId: 3, json: { a: 1 } } },
  {
    written: { groupId: 3, json: [], deployHosts: ["12", 13] },
    read: { groupId: 3, json: {}, deployHosts: [12, 13] },
  },
])("reads $written as $read", ({ written, read }) => {
  expect(groupConfigLifecycle.check({}, written)).toEqual({ inputs: read, failures: [] });
});

it.each([
  { inputs: { json: {} }, failure: /^groupId: groupId is required$/ },
  { inputs: { groupId: 3 }, failure: /^json: / },
  { inputs: { groupId: "production", json: {} }, failure: /^groupId: expected an id/ },
  { inputs: { groupId: 3, json: "{broken" }, failure: /^json: expected an object/ },
  { inputs: { groupId: 3, json: {}, jsonAdmin: {} }, failure: /^jsonAdmin: there is no such input/ },
  { inputs: { groupId: 3, json: {}, deployHosts: ["web1"] }, failure: /^deployHosts\[0\]: expected an id/ },
  { inputs: { groupId: 3, json: {}, deployHosts: 12 }, failure: /^deployHosts: / },
  { inputs: { groupId: 3, json: {}, deploy: { wait: "yes" } }, failure: /^deploy\.wait: / },
])("refuses $inputs", ({ inputs, failure }) => {
  expect(failures(inputs)).toEqual([expect.stringMatching(failure) as string]);
});

it.each([
  { groupId: UNKNOWN, json: {} },
  { groupId: 3, json: UNKNOWN },
  { groupId: 3, json: { a: [UNKNOWN] } },
  { groupId: 3, json: {}, deployHosts: UNKNOWN },
  { groupId: 3, json: {}, deployHosts: [1, UNKNOWN] },
  { groupId: 3, json: {}, deploy: UNKNOWN, ownership: UNKNOWN, onDestroy: UNKNOWN },
])("judges no value that is not known yet, case %#", (inputs) => {
  expect(failures(inputs)).toEqual([]);
});
