import fc from "fast-check";
import { SettingsError } from "../../provider/api/errors";
import { readBaseUrl, readSettings, settingKeys } from "../../provider/api/settings";

const read = (config: Record<string, string>, env: Record<string, string> = {}) =>
  readSettings((key) => config[key], env);

function problemsOf(config: Record<string, string>, env: Record<string, string> = {}): readonly string[] {
  try {
    read(config, env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const baseUrl = "https://panel.example.com";

describe("settings", () => {
  it("have defaults", () => {
    const { token, otherTokenInEnvironment, ...rest } = read({ baseUrl, token: "abcd" });
    expect(token()).toBe("abcd");
    expect(otherTokenInEnvironment?.()).toBe(false);
    expect(rest).toEqual({
      baseUrl,
      maxConcurrentRequests: 16,
      requestTimeout: 30,
      maxRetries: 5,
      allowInsecureHttp: false,
      wait: true,
    });
  });

  it("the table's defaults are the ones that are used", () => {
    const settings = read({ baseUrl });
    for (const { key, default: value } of settingKeys) {
      if (value !== undefined) expect(settings[key]).toBe(value);
    }
  });

  it("come from the stack's configuration, then from the variable", () => {
    const env = {
      HOSTCONFIG_BASE_URL: "https://other.example.com",
      HOSTCONFIG_TOKEN: "from-env",
      HOSTCONFIG_MAX_CONCURRENT_REQUESTS: "4",
      HOSTCONFIG_REQUEST_TIMEOUT: "2.5",
      HOSTCONFIG_MAX_RETRIES: "0",
      HOSTCONFIG_WAIT: "False",
    };
    const settings = read({ baseUrl, maxRetries: "7" }, env);
    expect(settings).toMatchObject({
      baseUrl,
      maxConcurrentRequests: 4,
      requestTimeout: 2.5,
      maxRetries: 7,
      wait: false,
    });
    expect(settings.token()).toBe("from-env");
  });

  it.each([
    { configured: "one", variable: "other", expected: true },
    { configured: "one", variable: " one\n", expected: false },
    { configured: "one", variable: "", expected: false },
    { configured: "one", variable: undefined, expected: false },
    { configured: " ", variable: "other", expected: false },
  ])(
    "tell whether the variable holds another token than the configuration: $configured, $variable",
    ({ configured, variable, expected }) => {
      const env = variable === undefined ? {} : { HOSTCONFIG_TOKEN: variable };
      expect(read({ baseUrl, token: configured }, env).otherTokenInEnvironment?.()).toBe(expected);
    },
  );

  it("empty text counts as not set", () => {
    expect(read({ baseUrl: " ", maxRetries: "" }, { HOSTCONFIG_BASE_URL: baseUrl })).toMatchObject({
      baseUrl,
      maxRetries: 5,
    });
  });

  it("every problem is told at once, with key, variable and command", () => {
    const problems = problemsOf(
      { maxConcurrentRequests: "0", requestTimeout: "soon", maxRetries: "1.5", allowInsecureHttp: "perhaps" },
      { HOSTCONFIG_WAIT: "2" },
    );
    expect(problems.map((problem) => /^hostconfig:\w+/.exec(problem)?.[0])).toEqual([
      "hostconfig:baseUrl",
      "hostconfig:token",
      "hostconfig:maxConcurrentRequests",
      "hostconfig:requestTimeout",
      "hostconfig:maxRetries",
      "hostconfig:allowInsecureHttp",
      "hostconfig:wait",
    ]);
    expect(problems[0]).toMatch(
      /is not set.*`pulumi config set hostconfig:baseUrl https:.*HOSTCONFIG_BASE_URL/,
    );
    expect(problems[1]).toMatch(/`pulumi config set --secret hostconfig:token`.*HOSTCONFIG_TOKEN/);
  });

  it.each(["Infinity", "NaN", "-1", "0", "1e9", "abc"])("requestTimeout %s is refused", (requestTimeout) => {
    expect(problemsOf({ baseUrl, token: "abcd", requestTimeout })).toHaveLength(1);
  });

  describe("the token", () => {
    it("is read when it is needed, trimmed", () => {
      const config: Record<string, string> = { baseUrl };
      const { token } = read(config);
      expect(token).toThrow(/hostconfig:token is not set.*--secret hostconfig:token.*HOSTCONFIG_TOKEN/);
      config["token"] = "  rotated\n";
      expect(token()).toBe("rotated");
    });

    it.each(["two\nlines-p4ss", "Bearer p4ss", "p4ssé", "p4ss\u0000"])(
      "%j is refused without being shown",
      (text) => {
        const { token } = read({ baseUrl, token: text });
        expect(token).toThrow(SettingsError);
        expect(token).not.toThrow(/p4ss/);
        expect(problemsOf({ token: text }).join()).not.toContain("p4ss");
      },
    );
  });
});

describe("the base address", () => {
  it.each([
    ["https://panel.example.com", "https://panel.example.com"],
    ["https://panel.example.com/", "https://panel.example.com"],
    ["https://panel.example.com///", "https://panel.example.com"],
    ["https://panel.example.com/api/v1", "https://panel.example.com"],
    ["https://panel.example.com/api/v1/", "https://panel.example.com"],
    ["https://panel.example.com/x/y", "https://panel.example.com/x/y"],
    ["https://panel.example.com/x//api/v1//", "https://panel.example.com/x"],
    ["https://PANEL.example.com:8443", "https://panel.example.com:8443"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://127.9.9.9", "http://127.9.9.9"],
    ["http://[::1]:8080", "http://[::1]:8080"],
  ])("%s is %s", (text, expected) => {
    expect(readBaseUrl(text, false)).toEqual({ baseUrl: expected });
  });

  it.each([
    "http://panel.example.com",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://10.0.0.1",
    "http://[::2]",
    "http://0.0.0.0",
  ])("%s needs allowInsecureHttp", (text) => {
    expect(readBaseUrl(text, false)).toMatchObject({
      problem: expect.stringContaining("https://") as string,
    });
    expect(readBaseUrl(text, true)).toEqual({ baseUrl: text });
  });

  it.each(["panel.example.com", "ftp://panel.example.com", "", "https://", "file:///etc/passwd"])(
    "%j is refused, whatever is allowed",
    (text) => {
      expect(readBaseUrl(text, true)).toHaveProperty("problem");
    },
  );

  it.each([
    "https://user:p4ss@panel.example.com",
    "https://panel.example.com/?token=p4ss",
    "https://x.y/#p4ss",
  ])("%s is refused without being shown", (text) => {
    const reading = readBaseUrl(text, false);
    expect(reading).toHaveProperty("problem");
    expect(JSON.stringify(reading)).not.toContain("p4ss");
  });

  it("in its final form stays as it is, and any text can be read", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string()), fc.boolean(), (text, insecure) => {
        const reading = readBaseUrl(text, insecure);
        if ("baseUrl" in reading) expect(readBaseUrl(reading.baseUrl, insecure)).toEqual(reading);
      }),
    );
  });
});
