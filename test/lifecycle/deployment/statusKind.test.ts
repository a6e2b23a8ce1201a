import { statusKind, type StatusKind } from "../../../provider/deploy/status";
import { statusOf } from "./recordedApi";

const before = { status: "published", deployAt: "10:00" };

describe("a status is", () => {
  const kinds: [StatusKind, string, Parameters<typeof statusOf>[0] | undefined][] = [
    ["none", "without a history", undefined],
    ["deploying", "with is_deploying", { publishing_status: "deploy", is_deploying: true }],
    [
      "deploying",
      "with the two fields of the machine description",
      { publishing: true, publishing_status: "deploy" },
    ],
    ["deploying", "with publishing_status alone", { publishing_status: "deploy" }],
    [
      "deploying",
      "without progress, and still active",
      { publishing: true, publishing_status: "deploy", is_deploying: false },
    ],
    [
      "deploying",
      "when is_deploying is ahead of publishing_status",
      { publishing: false, publishing_status: "published", is_deploying: true },
    ],
    [
      "deploying",
      "when publishing is ahead of publishing_status",
      { publishing: true, publishing_status: "published" },
    ],
    ["deploying", "with is_deploying alone", { is_deploying: true }],
    [
      "idle",
      "when it was reset and is still called deploy",
      { publishing: false, publishing_status: "deploy", is_deploying: false },
    ],
    [
      "idle",
      "when it is still called deploy, and is_deploying alone says that it is not",
      { publishing_status: "deploy", is_deploying: false },
    ],
    [
      "idle",
      "in a state that the service does not document",
      { publishing: false, publishing_status: "reset" },
    ],
    ["importing", "during an import", { publishing: true, publishing_status: "import", is_deploying: true }],
    ["old", "with the time of the one before", { publishing_status: "published", deploy_at: "10:00" }],
    ["ended", "with another time", { publishing_status: "published", deploy_at: "10:01" }],
    ["ended", "with another result", { publishing_status: "timeout", deploy_at: "10:00" }],
    [
      "ended",
      "finished, and still marked active by publishing",
      { publishing: true, publishing_status: "error", is_deploying: false },
    ],
  ];
  test.each(kinds)("%s %s", (kind, _when, shown) => {
    expect(statusKind(shown === undefined ? undefined : statusOf(shown), { type: "deploy", before })).toBe(
      kind,
    );
  });

  test("ended where nothing is known of a deployment before", () => {
    expect(statusKind(statusOf({ publishing_status: "published", deploy_at: "10:00" }), undefined)).toBe(
      "ended",
    );
  });
});
