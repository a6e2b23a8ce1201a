import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withLock } from "./buildLock";
import { installOnce } from "./installOnce";
import { temporaryFolder } from "./temporaryFolder";

jest.mock("./progress", () => ({ report: jest.fn() }));

const cache = temporaryFolder();
const target = (): string => join(cache(), "tool");

/** No process has this id. */
const deadProcess = 2 ** 22 + 1;

describe("installing once", () => {
  test("fills the folder once, however many ask for it at the same time", async () => {
    let fills = 0;
    const fill = async (into: string): Promise<undefined> => {
      fills += 1;
      await sleep(20);
      writeFileSync(join(into, "file"), "");
    };
    const results = await Promise.all([1, 2, 3].map(() => installOnce(target(), fill)));
    expect(results).toEqual([undefined, undefined, undefined]);
    expect(fills).toBe(1);
    expect(readdirSync(cache())).toEqual(["tool"]);
  });

  test("shows nothing under the final name before everything is there", async () => {
    await installOnce(target(), () => {
      expect(existsSync(target())).toBe(false);
      return Promise.resolve(undefined);
    });
    expect(existsSync(target())).toBe(true);
  });

  test("hands back the reason of a failure, and tries again the next time", async () => {
    await expect(installOnce(target(), () => Promise.resolve("no network"))).resolves.toBe("no network");
    expect(readdirSync(cache())).toEqual([]);
    await expect(installOnce(target(), () => Promise.resolve(undefined))).resolves.toBeUndefined();
  });

  test("cleans up and lets go of the lock when it is thrown out", async () => {
    const broken = installOnce(target(), () => Promise.reject(new Error("disk full")));
    await expect(broken).rejects.toThrow("disk full");
    expect(readdirSync(cache())).toEqual([]);
  });

  test("names the variable for another cache where this one cannot be written to", async () => {
    const file = join(cache(), "file");
    writeFileSync(file, "");
    const broken = installOnce(join(file, "cache", "tool"), () => Promise.resolve(undefined));
    await expect(broken).rejects.toThrow(
      `The cache ${join(file, "cache")} cannot be written to (ENOTDIR). HOSTCONFIG_ENGINE_CACHE names another folder for it.`,
    );
  });

  test("sweeps what an interrupted run left long ago, and leaves what may be in use", async () => {
    for (const name of ["tool.part-old", "tool.part-new", "other.part-old"]) mkdirSync(join(cache(), name));
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of ["tool.part-old", "other.part-old"]) utimesSync(join(cache(), name), longAgo, longAgo);
    await installOnce(target(), () => Promise.resolve(undefined));
    expect(readdirSync(cache()).sort()).toEqual(["other.part-old", "tool", "tool.part-new"]);
  });
});

describe("the lock", () => {
  const lock = (): string => join(cache(), "tool.lock");

  test("is taken over from a process that is gone", async () => {
    writeFileSync(lock(), JSON.stringify({ pid: deadProcess, host: hostname() }));
    await expect(withLock(lock(), () => Promise.resolve("done"))).resolves.toBe("done");
  });

  test("is taken over when nobody has touched it for a minute", async () => {
    writeFileSync(lock(), JSON.stringify({ pid: process.pid, host: "another-machine" }));
    const minutesAgo = new Date(Date.now() - 2 * 60 * 1000);
    utimesSync(lock(), minutesAgo, minutesAgo);
    await expect(withLock(lock(), () => Promise.resolve("done"))).resolves.toBe("done");
  });

  test("of a process that lives is waited for, and that is said once", async () => {
    const said: string[] = [];
    let released = false;
    const first = withLock(lock(), async () => {
      await sleep(700);
      released = true;
    });
    await sleep(10);
    await withLock(
      lock(),
      () => {
        expect(released).toBe(true);
        return Promise.resolve();
      },
      (line) => said.push(line),
    );
    await first;
    expect(said).toEqual([expect.stringContaining("Another process is already at it")]);
  });
});
