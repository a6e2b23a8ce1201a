import { wasPublishedSince } from "../../../provider/deploy/status";

/** A deployment that ended then, and what was saved before it as its record says. */
it.each([
  ["2026-01-01T12:00:05Z", "2026-01-01T12:00:00Z", true],
  ["2026-01-01T12:00:00.500Z", "2026-01-01T12:00:00.400Z", true],
  ["2026-01-01 12:00:05", "2026-01-01 12:00:01", true],
  ["1767268805", "2026-01-01T12:00:00+00:00", true],
  ["2026-01-01T12:00:00Z", "2026-01-01T12:00:00Z", false],
  // Saved within the second or minute that is all that the record tells.
  ["2026-01-01T12:00:01.500Z", "2026-01-01T12:00:01Z", false],
  ["2026-01-01T12:00:30Z", "2026-01-01T12:00Z", false],
  // A time without a zone may be hours ahead of one that names its own.
  ["2026-01-01 13:30:00", "2026-01-01T12:00:00Z", false],
  ["2026-01-01T13:30:00Z", "2026-01-01 12:00:00", false],
  ["2026-01-02 13:30:00", "2026-01-01T12:00:00Z", true],
  [undefined, "2026-01-01T12:00:00Z", false],
  ["2026-01-01T12:00:00Z", undefined, false],
])("a deployment that ended at %s has published what was saved at %s: %s", (deployAt, savedAt, expected) => {
  const status = {
    publishing: false,
    publishingStatus: "published",
    isDeploying: false,
    jobStdout: undefined,
    deployAt,
    deployType: "deploy",
  };
  expect(wasPublishedSince(savedAt, status, "deploy")).toBe(expected);
});
