import { missesSave } from "../../../provider/deploy/status";

function published(deployAt: string | undefined) {
  return {
    publishing: false,
    publishingStatus: "published",
    isDeploying: false,
    jobStdout: undefined,
    deployAt,
    deployType: "deploy",
  };
}

const parse = Date.parse.bind(Date);
const saved = "2026-03-08T10:00:00.000000Z";

/** A machine five hours behind UTC. */
beforeEach(() => {
  jest.spyOn(Date, "parse").mockImplementation((text) => {
    const namesZone = /Z$|[+-]\d\d:?\d\d$/.test(text);
    return namesZone || Number.isNaN(parse(text)) ? parse(text) : parse(`${text}Z`) + 5 * 3_600_000;
  });
});
afterEach(() => jest.restoreAllMocks());

it.each([
  ["with a zone", "2026-03-08T09:59:59Z", "2026-03-08T10:00:00Z"],
  ["with the hours to UTC", "2026-03-08T04:59:59-05:00", "2026-03-08T11:00:00+01:00"],
  ["without a zone", "2026-03-08T09:59:59", "2026-03-08T10:00:00"],
  ["in two words", "2026-03-08 09:59:59", "2026-03-08 10:00:00"],
  ["in fractions of a second", "2026-03-08 09:59:59.999", "2026-03-08 10:00:00.000"],
  ["in seconds since 1970", "1772963999", "1772964000"],
  ["in milliseconds since 1970", "1772963999999", "1772964000000"],
])("tells a deployment from before a save from one after it by times %s", (_how, before, after) => {
  expect(missesSave(published(before), saved)).toBe(true);
  expect(missesSave(published(after), saved)).toBe(false);
});

it("takes an import for no sign that the save was not published", () => {
  expect(missesSave({ ...published("2026-03-08T09:59:59Z"), publishingStatus: "import" }, saved)).toBe(false);
});

it.each([undefined, "", "yesterday"])(
  "takes a published host for published where its time is %j",
  (deployAt) => {
    expect(missesSave(published(deployAt), saved)).toBe(false);
  },
);
