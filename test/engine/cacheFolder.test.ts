import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { cacheFolder } from "./cacheFolder";

describe("the cache", () => {
  test("is in the home, or where XDG_CACHE_HOME says", () => {
    expect(cacheFolder({})).toBe(join(homedir(), ".cache", "pulumi-hostconfig"));
    expect(cacheFolder({ XDG_CACHE_HOME: "/var/cache" })).toBe(join("/var/cache", "pulumi-hostconfig"));
  });

  test("is one folder for programs in every folder, also where its variable holds a relative path", () => {
    expect(cacheFolder({ HOSTCONFIG_ENGINE_CACHE: "cache" })).toBe(resolve("cache"));
  });

  test("is not in a relative XDG_CACHE_HOME, which does not count by its specification", () => {
    expect(cacheFolder({ XDG_CACHE_HOME: "cache" })).toBe(cacheFolder({}));
  });
});
