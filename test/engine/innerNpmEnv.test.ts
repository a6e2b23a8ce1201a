import { innerNpmEnv } from "./innerNpmEnv";

describe("the environment of an npm inside another", () => {
  test("leaves out what steers the outer one", () => {
    const outer = {
      npm_config_dry_run: "true",
      npm_config_local_prefix: "/outer",
      npm_command: "run-script",
    };
    expect(innerNpmEnv({ ...outer, PATH: "/bin" })).toEqual({ PATH: "/bin" });
  });

  test("keeps where packages come from and where they are kept", () => {
    const places = { NPM_CONFIG_REGISTRY: "https://npm.example.com/", npm_config_cache: "/builds/.npm" };
    expect(innerNpmEnv(places)).toEqual(places);
  });
});
