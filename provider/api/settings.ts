import { z } from "zod";
import { SettingsError } from "./errors";

/** How to reach the service. */
export interface ConnectionSettings {
  /** Base address without `/api/v1`. */
  baseUrl: string;
  /**
   * Reads the personal access token; called for every request.
   *
   * @throws SettingsError where it is missing or cannot stand in a header
   */
  token: () => string;
  /** Whether HOSTCONFIG_TOKEN holds another token, which does not count beside the configuration's. Default: it does not. */
  otherTokenInEnvironment?: () => boolean;
  /** Connections in use at once. Default 16. */
  maxConcurrentRequests: number;
  /** Seconds for one request, from sending it to the last byte of the answer. Default 30. */
  requestTimeout: number;
  /** Tries after the first for one request. Default 5. Waiting out a 429 does not count. */
  maxRetries: number;
  /** Allows http to another machine. Default false. */
  allowInsecureHttp: boolean;
}

/** What an update does if its save would overwrite a change that was made outside Pulumi. */
export const conflictAnswers = ["warn", "fail", "overwrite"] as const;
export type OnConflict = (typeof conflictAnswers)[number];

/** Everything that a stack's configuration holds for this provider. */
export interface Settings extends ConnectionSettings {
  /** The default of `deploy.wait` for the whole stack. Default true. */
  wait: boolean;
  /** File with a JSON schema for `json`. Default: none. */
  configSchema: string | undefined;
  /** The default of `onConflict` for the whole stack. Default: none, which counts as "warn", except for adoptions. */
  onConflict: OnConflict | undefined;
}

/** The name of a configuration key. */
export type SettingName = Exclude<keyof Settings, "otherTokenInEnvironment">;

/** One configuration key. */
export interface SettingKey {
  key: SettingName;
  /** Environment variable that counts where the stack's configuration has no value. */
  variable: string;
  /** `undefined` where nothing stands for a value that is not set. */
  default: string | number | boolean | undefined;
  type: "string" | "integer" | "number" | "boolean";
  secret: boolean;
  /** A value that shows its form, for the command that sets it. */
  example: string;
  description: string;
}

const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
const boolean = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(["true", "false", "1", "0"]))
  .transform((text) => text === "true" || text === "1");

/** Forms of the values; each failure is worded by `rules`. */
const schema = z.object({
  baseUrl: z.string(),
  maxConcurrentRequests: wholeNumber(1, 1000).default(16),
  // Longer ones do not fit into a timer.
  requestTimeout: z.coerce.number().positive().max(86_400).default(30),
  maxRetries: wholeNumber(0, 100).default(5),
  allowInsecureHttp: boolean.default(false),
  wait: boolean.default(true),
  configSchema: z.string().optional(),
  onConflict: z.enum(conflictAnswers).optional(),
});

const rules: Readonly<Record<keyof z.infer<typeof schema>, string>> = {
  baseUrl: "is not set",
  maxConcurrentRequests: "must be a whole number from 1 to 1000",
  requestTimeout: "must be a number of seconds above 0, at most 86400",
  maxRetries: "must be a whole number from 0 to 100",
  allowInsecureHttp: "must be true or false",
  wait: "must be true or false",
  configSchema: "must be the path of a file",
  onConflict: 'must be "warn", "fail" or "overwrite"',
};

/** Every configuration key, in the order of the documentation. */
export const settingKeys: readonly SettingKey[] = [
  {
    key: "baseUrl",
    variable: "HOSTCONFIG_BASE_URL",
    default: undefined,
    type: "string",
    secret: false,
    example: "https://panel.example.com",
    description:
      "Base address of the service, without /api/v1. It must be https, or http on a loopback address, unless allowInsecureHttp is true.",
  },
  {
    key: "token",
    variable: "HOSTCONFIG_TOKEN",
    default: undefined,
    type: "string",
    secret: true,
    example: "",
    description: "Personal access token, made in the platform's profile settings.",
  },
  {
    key: "maxConcurrentRequests",
    variable: "HOSTCONFIG_MAX_CONCURRENT_REQUESTS",
    default: 16,
    type: "integer",
    secret: false,
    example: "16",
    description: "Connections in use at once, 1 to 1000.",
  },
  {
    key: "requestTimeout",
    variable: "HOSTCONFIG_REQUEST_TIMEOUT",
    default: 30,
    type: "number",
    secret: false,
    example: "30",
    description: "Seconds for one request, from sending it to the last byte of the answer, at most 86400.",
  },
  {
    key: "maxRetries",
    variable: "HOSTCONFIG_MAX_RETRIES",
    default: 5,
    type: "integer",
    secret: false,
    example: "5",
    description:
      "Tries after the first for one request, 0 to 100. Waiting because of the rate limit does not count.",
  },
  {
    key: "allowInsecureHttp",
    variable: "HOSTCONFIG_ALLOW_INSECURE_HTTP",
    default: false,
    type: "boolean",
    secret: false,
    example: "true",
    description:
      "Allows a base address with http on another machine. The token then travels readable for everybody on the way.",
  },
  {
    key: "wait",
    variable: "HOSTCONFIG_WAIT",
    default: true,
    type: "boolean",
    secret: false,
    example: "false",
    description:
      "Default of deploy.wait: whether an operation blocks until the deployments that it starts have ended.",
  },
  {
    key: "configSchema",
    variable: "HOSTCONFIG_CONFIG_SCHEMA",
    default: undefined,
    type: "string",
    secret: false,
    example: "host.schema.json",
    description:
      "File with a JSON schema, relative to the folder of the project. The json of every Host and GroupConfig is checked against it, in preview already.",
  },
  {
    key: "onConflict",
    variable: "HOSTCONFIG_ON_CONFLICT",
    default: undefined,
    type: "string",
    secret: false,
    example: "fail",
    description:
      "Default of onConflict: what an update does if its save would overwrite or remove a value that was changed outside Pulumi. `warn` reports it, `fail` saves nothing, `overwrite` saves without a message. If it is not set, updates warn, and an adoption that would remove keys fails.",
  },
];

/**
 * Resolves every key: the stack's configuration, then the environment variable, then the default. Empty text counts as
 * not set.
 *
 * @param get a key of the stack's configuration, without the `hostconfig:` before it
 * @throws SettingsError that lists every problem. A missing token alone is no problem until `token()` is called.
 */
export function readSettings(
  get: (key: SettingName) => string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const text = (key: SettingName) => notEmpty(get(key)) ?? environmentValue(key, env);
  const texts = Object.fromEntries(settingKeys.map(({ key }) => [key, text(key)]));
  const parsed = schema.safeParse(texts);

  const problems = new Map<SettingName, string>();
  for (const issue of parsed.error?.issues ?? []) {
    const entry = settingKeys.find(({ key }) => key === issue.path[0]);
    if (entry !== undefined && entry.key !== "token") {
      problems.set(entry.key, rules[entry.key]);
    }
  }
  // Read apart from the rest, so that its problem is told together with those of other keys.
  const insecure = boolean.safeParse(texts["allowInsecureHttp"] ?? "false").data ?? false;
  const reading = readBaseUrl(texts["baseUrl"] ?? "", insecure);
  if (texts["baseUrl"] !== undefined && "problem" in reading) problems.set("baseUrl", reading.problem);

  if (!parsed.success || "problem" in reading || problems.size > 0) {
    const worded = settingKeys.flatMap((entry) => {
      if (entry.key === "token") return tokenProblem(texts["token"] ?? "") ?? [];
      const problem = problems.get(entry.key);
      return problem === undefined ? [] : [inWords(entry, problem)];
    });
    throw new SettingsError(worded);
  }
  return {
    ...parsed.data,
    configSchema: parsed.data.configSchema,
    onConflict: parsed.data.onConflict,
    baseUrl: reading.baseUrl,
    token: () => readToken(text("token")),
    otherTokenInEnvironment: () => ![undefined, text("token")].includes(environmentValue("token", env)),
  };
}

/** The value of a key's environment variable, trimmed; `undefined` where it is not set. */
export function environmentValue(
  key: SettingName,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const entry = settingKeys.find((other) => other.key === key);
  return entry && notEmpty(env[entry.variable]);
}

function notEmpty(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? undefined : trimmed;
}

function inWords(entry: SettingKey, problem: string): string {
  return (
    `hostconfig:${entry.key} ${problem}: set it with \`pulumi config set hostconfig:${entry.key} ${entry.example}\` ` +
    `or the environment variable ${entry.variable}.`
  );
}

/**
 * Trims a token and checks that it can stand in a header.
 *
 * @throws SettingsError without the token in its message
 */
export function readToken(text: string | undefined): string {
  const token = text?.trim() ?? "";
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new SettingsError([problem]);
  return token;
}

/** What is wrong with a trimmed token; `undefined` where nothing is. */
export function tokenProblem(token: string): string | undefined {
  if (token === "") return `hostconfig:token is not set: ${howToSet}.`;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return (
      "hostconfig:token holds characters that a token cannot have, such as a space or a line break inside. " +
      `Copy the token alone, without the word "Bearer": ${howToSet}.`
    );
  }
  return undefined;
}

const howToSet =
  "set it with `pulumi config set --secret hostconfig:token` or the environment variable HOSTCONFIG_TOKEN; " +
  "tokens are made in the platform's profile settings";

/** A base address that was accepted, or what is wrong with it. */
export type BaseUrlReading = { baseUrl: string } | { problem: string };

/**
 * Checks a base address and brings it into one form: no trailing slash, no trailing `/api/v1`, a base path kept.
 *
 * A problem never repeats the address, since it may hold a password.
 */
export function readBaseUrl(text: string, allowInsecureHttp: boolean): BaseUrlReading {
  if (!URL.canParse(text)) return { problem: "is not a URL; it looks like https://panel.example.com" };
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { problem: "must begin with https://" };
  }
  if (url.username !== "" || url.password !== "") {
    return { problem: "must not hold a user name or password; the token is all that the service asks for" };
  }
  if (url.search !== "" || url.hash !== "") {
    return { problem: "must not hold a query or fragment (? or #)" };
  }
  if (url.protocol === "http:" && !allowInsecureHttp && !isLoopback(url.hostname)) {
    return {
      problem:
        "must begin with https://, since http would send the token readable for everybody on the way " +
        "(to allow that all the same: `pulumi config set hostconfig:allowInsecureHttp true`)",
    };
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  return { baseUrl: url.origin + path.replace(/\/+$/, "") };
}

/** Whether a URL's host name is this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  // The URL parser has already brought every spelling of an IPv4 address into four decimal numbers.
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
