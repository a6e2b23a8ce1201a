import { misspelledSettings } from "../../provider/api/suggestions";
import { settingKeys } from "../../provider/api/settings";

it.each([
  ["tokn", "token"],
  ["baseURL", "baseUrl"],
  ["base_url", "baseUrl"],
  ["requestTimout", "requestTimeout"],
  ["maxRetry", "maxRetries"],
  ["maxConcurrentRequest", "maxConcurrentRequests"],
  ["Wait", "wait"],
])("takes %s for a misspelt %s", (given, right) => {
  expect(misspelledSettings([given])).toEqual([
    expect.stringContaining(`hostconfig:${given} is no configuration key: did you mean hostconfig:${right}?`),
  ]);
});

it("has nothing to say against the keys themselves, nor against what resembles none", () => {
  const keys = settingKeys.map(({ key }) => key);
  expect(misspelledSettings([...keys, "version", "pluginDownloadURL", "__internal", "region", ""])).toEqual(
    [],
  );
});
