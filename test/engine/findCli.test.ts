import { CliNotFoundError, findCli } from "./findCli";
import type { CliSource, CliWay, FoundCli } from "./foundCli";

jest.mock("./progress", () => ({ report: jest.fn() }));

const cli = (source: CliSource): FoundCli => ({ path: `/${source}/bin/pulumi`, version: "3.230.0", source });

/** A way that has a CLI, can get one, or cannot; it writes down what it is asked. */
function way(source: CliSource, ability: "has" | "gets" | "fails" | "lacks", log: string[]): CliWay {
  const none = { unavailable: `no ${source} here` };
  const known: CliWay = {
    name: `way ${source}`,
    installed: () => {
      log.push(`look ${source}`);
      return Promise.resolve(ability === "has" ? cli(source) : none);
    },
  };
  if (ability === "lacks") return known;
  return {
    ...known,
    install: () => {
      log.push(`install ${source}`);
      return Promise.resolve(ability === "gets" ? cli(source) : { unavailable: `${source} failed` });
    },
  };
}

describe("finding the CLI", () => {
  test("takes the one on PATH and asks no further", async () => {
    const log: string[] = [];
    const ways = [way("PATH", "has", log), way("npm", "has", log), way("go", "has", log)];
    await expect(findCli(ways)).resolves.toEqual(cli("PATH"));
    expect(log).toEqual(["look PATH"]);
  });

  test("takes what is there before it fetches or builds anything", async () => {
    const log: string[] = [];
    const ways = [way("PATH", "lacks", log), way("npm", "gets", log), way("go", "has", log)];
    await expect(findCli(ways)).resolves.toEqual(cli("go"));
    expect(log).toEqual(["look PATH", "look npm", "look go"]);
  });

  test("prefers the npm package to a build", async () => {
    const log: string[] = [];
    const ways = [way("PATH", "lacks", log), way("npm", "gets", log), way("go", "gets", log)];
    await expect(findCli(ways)).resolves.toEqual(cli("npm"));
    expect(log).not.toContain("install go");
  });

  test("builds one when the npm package fails", async () => {
    const log: string[] = [];
    const ways = [way("PATH", "lacks", log), way("npm", "fails", log), way("go", "gets", log)];
    await expect(findCli(ways)).resolves.toEqual(cli("go"));
    expect(log.slice(3)).toEqual(["install npm", "install go"]);
  });

  test("says what was tried, why it failed, and what to do, when no way works", async () => {
    const ways = [way("PATH", "lacks", []), way("npm", "fails", []), way("go", "fails", [])];
    const failure = await findCli(ways).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CliNotFoundError);
    expect((failure as Error).message.split("\n")).toEqual([
      "There is no Pulumi CLI to run. Tried, in this order:",
      "  - way PATH: no PATH here.",
      "  - way npm: npm failed.",
      "  - way go: go failed.",
      'Install Pulumi 3.216.0 or newer (https://www.pulumi.com/docs/install/) so that "pulumi" is on PATH,',
      "or install the Go version named above, then run this again.",
    ]);
  });
});
