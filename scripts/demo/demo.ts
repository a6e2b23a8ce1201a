import type { Emulator } from "../../test/emulator";
import type { Declaration } from "./program";
import type { DemoStack } from "./demoStack";
import type { Narrator } from "./narrator";

/** Runs the whole life of three hosts, step by step. */
export async function runDemo(stack: DemoStack, emulator: Emulator, narrator: Narrator): Promise<void> {
  const [shop, blog] = emulator.hostIds();
  if (shop === undefined || blog === undefined) throw new Error("the emulator has no hosts to adopt");
  const declared: Declaration = { group: 1, adopted: [shop, blog], clientId: 1, phpVersion: "8.2" };
  const step = (text: string) => {
    emulator.clearRequests();
    narrator.step(text);
  };

  step(
    "Declare a group and two hosts that exist, and a third host that does not: `pulumi up` adopts, creates, deploys",
  );
  await stack.up(declared);
  const landing = emulator.hostIds().find((id) => emulator.host(id).name === "landing.example.com");
  narrator.check(
    "the new host is on the platform, once",
    landing !== undefined && countNamed(emulator, "landing") === 1,
  );
  narrator.check(
    "both adopted hosts are published with what was saved",
    [shop, blog].every(isPublished(emulator)),
  );
  narrator.check(
    "host `blog`, of which the program owns one key, kept all others",
    keepsDomains(emulator, blog),
  );

  declared.phpVersion = "8.3";
  step("Change one key in the program: `pulumi preview --diff` names exactly that key, and writes nothing");
  const preview = await stack.preview(declared);
  narrator.check('the preview shows version: "8.2" => "8.3"', /~ version *: "8.2" => "8.3"/.test(preview));
  narrator.check("and no other change", changedLines(preview).length === 1);
  narrator.check("requests that write: 0", emulator.writes().length === 0);

  step("`pulumi up` saves it, starts a deployment, shows its output and waits until it is published");
  await stack.up(declared);
  narrator.check(
    "the deployment is published with PHP 8.3",
    phpVersion(emulator.host(shop).deployedJson) === "8.3",
  );
  narrator.check("one read, one save, one start", requestsOf(emulator) === "read 1, save 1, start 1");

  step("`pulumi up` again, nothing has changed");
  await stack.up(declared);
  narrator.check("requests that write: 0", emulator.writes().length === 0);

  emulator.editHost(shop, (json) => ({ ...json, php: { version: "7.4", memory_limit: "512M" } }));
  step("Somebody sets PHP 7.4 by hand: `pulumi refresh` finds exactly that key");
  const refresh = await stack.refresh();
  narrator.check('the refresh shows version: "8.3" => "7.4"', /~ version *: "8.3" => "7.4"/.test(refresh));
  narrator.check("and no other change in the configuration", changedLines(refresh).length === 1);

  step("`pulumi up` puts it back and deploys");
  await stack.up(declared);
  narrator.check(
    "the host has PHP 8.3 again, published",
    phpVersion(emulator.host(shop).deployedJson) === "8.3",
  );

  declared.phpVersion = "8.4";
  emulator.scriptDeployment(shop, {
    seconds: 2,
    end: "error",
    output: ["Installing PHP 8.4", "E: no such package php8.4"],
  });
  step("A deployment that fails: `pulumi up` fails, and says why");
  const failure = await stack.upThatFails(declared);
  narrator.check(
    "the update failed with the last lines of the output",
    failure.includes("E: no such package php8.4"),
  );
  narrator.check("the configuration is saved and not published", !isPublished(emulator)(shop));

  step("The next `pulumi up`, with the program unchanged, deploys what was saved");
  await stack.up(declared);
  narrator.check("published with PHP 8.4", phpVersion(emulator.host(shop).deployedJson) === "8.4");
  narrator.check("without another save", requestsOf(emulator) === "read 1, save 0, start 1");

  step("`pulumi destroy`: hosts cannot be deleted through the API, so they stay as they are");
  await stack.destroy();
  narrator.check("the state is empty", (await stack.resourceCount()) === 0);
  narrator.check("requests that write: 0", emulator.writes().length === 0);
}

function requestsOf(emulator: Emulator): string {
  const count = (method: string, path: string) => emulator.requestsTo({ method, path }).length;
  const [read, save] = [count("GET", "/api/v1/hosts/{id}"), count("POST", "/api/v1/hosts/{id}")];
  return `read ${read}, save ${save}, start ${count("POST", "/api/v1/hosts/{id}/deploy")}`;
}

/** Lines of a diff that show a changed value inside `json`. */
function changedLines(output: string): string[] {
  const json = /^( *)~ json .*\{$([^]*?)^\1 {2}\}$/m.exec(output)?.[2] ?? "";
  return json.split("\n").filter((line) => /^ *[~+-] .*[^{]$/.test(line));
}

function countNamed(emulator: Emulator, name: string): number {
  return emulator.hostIds().filter((id) => emulator.host(id).name.startsWith(name)).length;
}

function isPublished(emulator: Emulator): (hostId: number) => boolean {
  return (hostId) => {
    const host = emulator.host(hostId);
    return JSON.stringify(host.deployedJson) === JSON.stringify(host.savedJson);
  };
}

function keepsDomains(emulator: Emulator, hostId: number): boolean {
  return "domains" in emulator.host(hostId).savedJson;
}

function phpVersion(json: unknown): unknown {
  return (json as { php?: { version?: unknown } } | null)?.php?.version;
}
