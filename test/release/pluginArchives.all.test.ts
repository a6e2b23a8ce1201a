import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { extract } from "tar";
import { ownArchive, writePluginArchives } from "../../scripts/release/pluginArchives";
import { bundlePlugin } from "../../scripts/release/pluginBundle";
import { Empty } from "../../provider/plugin/structs";
import { temporaryFolder } from "../engine/temporaryFolder";

const repository = resolve(__dirname, "..", "..");
const version = "1.2.3";

describe("the archives of the plugin", () => {
  const folder = temporaryFolder();
  let names: string[];

  beforeEach(async () => {
    names = await writePluginArchives(folder(), {
      version,
      bundle: await bundlePlugin(repository),
      schema: await readFile(join(repository, "provider", "plugin", "schema.json"), "utf8"),
      licence: await readFile(join(repository, "LICENSE"), "utf8"),
    });
  });

  it("are named as Pulumi looks for them, one for each platform", () => {
    expect(names.sort()).toEqual(
      ["darwin-amd64", "darwin-arm64", "linux-amd64", "linux-arm64", "windows-amd64", "windows-arm64"].map(
        (platform) => `pulumi-resource-hostconfig-v1.2.3-${platform}.tar.gz`,
      ),
    );
  });

  it("hold a plugin that runs where there is nothing else, and knows its version", async () => {
    await extract({ file: join(folder(), ownArchive(version)), cwd: folder() });
    const executable = join(folder(), "pulumi-resource-hostconfig");
    expect((await stat(executable)).mode & 0o111).toBe(0o111);
    const provider = spawn(process.execPath, [executable], {
      cwd: folder(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    try {
      const [port] = (await once(createInterface(provider.stdout), "line")) as [string];
      const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
      const told = await new Promise<string>((resolve, reject) => {
        client.getPluginInfo(new Empty(), (error, answer) => {
          if (error === null) resolve(answer.getVersion());
          else reject(error);
        });
      });
      client.close();
      expect(told).toBe(version);
    } finally {
      provider.kill("SIGKILL");
    }
  });

  it("start the plugin on Windows with a command file", async () => {
    const name = names.find((each) => each.includes("windows-amd64")) ?? "";
    await extract({ file: join(folder(), name), cwd: folder() });
    expect(await readFile(join(folder(), "pulumi-resource-hostconfig.cmd"), "utf8")).toContain("plugin.js");
  });
});
