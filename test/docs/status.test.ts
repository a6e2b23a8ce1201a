import { readFileSync } from "node:fs";
import { join } from "node:path";
import { statusResult, statusTable, type HostStatus } from "../../provider/cli/status/hostStatus";
import { repository } from "./documents";

const page = readFileSync(join(repository, "docs", "command-line.md"), "utf8");

const status: HostStatus = {
  host: {
    id: 12,
    name: "web1",
    clientId: 1,
    active: true,
    json: undefined,
    createdAt: undefined,
    updatedAt: undefined,
    monitoring: undefined,
  },
  deploy: undefined,
  state: "none",
};
const plain = (text: string) => text;
const style = { good: plain, bad: plain, warning: plain, active: plain, heading: plain, faint: plain };

it("the sample of `status` has the columns that the command prints", () => {
  const [headings = ""] = statusTable([status], style, 0);
  const [, sample] = /^\$ npx pulumi-hostconfig status\n(.*)$/m.exec(page) ?? [];
  expect(sample?.split(/\s+/)).toEqual(headings.trim().split(/\s+/));
});

it("the page lists the keys of `status --json`", () => {
  const [, keys = ""] = /`status` prints `\{"hosts": \[\{(.*?)\}\]\}`/.exec(page) ?? [];
  expect(keys.split(", ").map((key) => key.replaceAll('"', ""))).toEqual(Object.keys(statusResult(status)));
});
